import { expect, test } from 'vitest';
import { isId, linkedIds } from './linked-ids.ts';

test.each([
  ['?hcid=12', ['12']],
  ['?hcid=12,15', ['12', '15']],
  ['?hcid=12%2C15&srid=3', ['12', '15']],
  ['?hcid=12&hcid=15', ['12', '15']],
  ['?hcid=%5B12%2C15%5D', ['12', '15']],
  ['?hcid=12,,12, 15', ['12', '15']],
  ['?hcid=', []],
  ['', []],
])('F155 the query %s contains the center ids %j', (search, ids) => {
  expect(linkedIds(search, 'hcid')).toEqual(ids);
});

test.each([
  ['606', true],
  ['0606', false],
  ['-1', false],
  ['abc', false],
  ['', false],
  [undefined, false],
])('whether %s is an id: %s', (text, expected) => {
  expect(isId(text)).toBe(expected);
});
