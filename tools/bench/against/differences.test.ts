import { expect, test } from 'vitest';
import { differencesOf } from './differences.ts';

test('two answers that differ in the fields of the bench, in times, tokens and the order of their keys have no differences', () => {
  const before = { id: 7, at: '2026-11-18T10:00:00.000Z', link: 'http://localhost:4001/a', token: 'a'.repeat(64) };
  const now = {
    token: 'b'.repeat(64),
    link: 'http://localhost:4002/a',
    at: '2026-11-18T10:00:07.120Z',
    id: 7,
    vials_quarantined: 2,
    list: undefined,
  };
  expect(differencesOf(before, now)).toEqual([]);
});

test('a changed, an added and a missing field are each a difference with its place', () => {
  const before = { data: [{ id: 1, name: 'Ann', phone: '1' }] };
  const now = { data: [{ id: 1, name: 'Eve', email: 'e' }] };
  expect(differencesOf(before, now)).toEqual([
    { at: 'data[].name', before: '"Ann"', now: '"Eve"' },
    { at: 'data[].phone', before: '"1"', now: 'nothing' },
    { at: 'data[].email', before: 'nothing', now: '"e"' },
  ]);
});

test('a record that only one list holds is a difference, and the other records are compared by their ids', () => {
  const before = [
    { id: 1, name: 'Ann' },
    { id: 2, name: 'Bea' },
  ];
  const now = [
    { id: 3, name: 'Cleo' },
    { id: 1, name: 'Ann' },
    { id: 2, name: 'Bo' },
  ];
  expect(differencesOf(before, now)).toEqual([
    { at: '[] records', before: 'none', now: '{"id":3,"name":"Cleo"} of 1' },
    { at: '[].name', before: '"Bea"', now: '"Bo"' },
  ]);
});

test('the same records and the same words in another order are a difference', () => {
  expect(differencesOf([{ id: 1 }, { id: 2 }], [{ id: 2 }, { id: 1 }])).toEqual([
    { at: '[] order', before: 'id 1 id 2', now: 'id 2 id 1' },
  ]);
  expect(differencesOf(['a', 'b'], ['b', 'a'])).toEqual([{ at: '[]', before: '"a" "b"', now: '"b" "a"' }]);
});

test('an added and a removed right are told without the rights that both answers name', () => {
  expect(differencesOf({ may: ['a.read', 'b.use'] }, { may: ['b.use', 'c.sign'] })).toEqual([
    { at: 'may[] "a.read"', before: '"a.read"', now: 'nothing' },
    { at: 'may[] "c.sign"', before: 'nothing', now: '"c.sign"' },
  ]);
});
