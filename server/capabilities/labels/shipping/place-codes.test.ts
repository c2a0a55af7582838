import { expect, test } from 'vitest';
import { countryCodeOf, stateCodeOf } from './place-codes.ts';

test.each([
  ['United States', 'US'],
  [' united states of america ', 'US'],
  ['USA', 'US'],
  ['us', 'US'],
  ['Canada', 'CA'],
  ['Germany', 'DE'],
  ['United Kingdom', 'GB'],
  ['Utopia', null],
  ['', null],
])('the country %j is %j on a label', (name, code) => {
  expect(countryCodeOf(name)).toBe(code);
});

test.each([
  ['Texas', 'US', 'TX'],
  ['tx', 'US', 'TX'],
  [' New York ', 'US', 'NY'],
  ['District of Columbia', 'US', 'DC'],
  ['Ontario', 'CA', 'ON'],
  ['Ontario', 'US', null],
  ['', 'US', null],
  ['Bavaria', 'DE', ''],
])('the state %j of %s is %j on a label', (name, country, code) => {
  expect(stateCodeOf(name, country)).toBe(code);
});
