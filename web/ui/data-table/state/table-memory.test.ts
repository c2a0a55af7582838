import { expect, test } from 'vitest';
import { addView, emptyMemory, firstView, memoryKey, readMemory, removeView } from './table-memory.ts';

const pending = { name: 'Pending first', sort: null, filters: { state: 'Pending' }, columns: {} };

test('each person has a memory of their own for each table', () => {
  expect(memoryKey(412, 'users')).toBe('table:412:users');
  expect(memoryKey(null, 'users')).toBe('table:guest:users');
});

test('a view gets the next number and becomes the last used', () => {
  const one = addView(emptyMemory, pending);
  const two = addView(one, { ...pending, name: 'Mine' });
  expect(two.views.map((view) => [view.id, view.name])).toEqual([
    ['1', 'Pending first'],
    ['2', 'Mine'],
  ]);
  expect(firstView(two)?.name).toBe('Mine');
});

test('a visit starts with the chosen view rather than the last one', () => {
  const memory = addView(addView(emptyMemory, pending), { ...pending, name: 'Mine' });
  expect(firstView({ ...memory, startsWith: '1' })?.name).toBe('Pending first');
});

test('a view that is removed is no longer anybody’s start', () => {
  const memory = removeView({ ...addView(emptyMemory, pending), startsWith: '1' }, '1');
  expect(memory).toEqual(emptyMemory);
  expect(firstView(memory)).toBeNull();
});

test('a storage that holds something else is read as an empty memory', () => {
  const holding = (text: string | null) => ({ getItem: () => text });
  expect(readMemory(holding(null), 'k')).toBe(emptyMemory);
  expect(readMemory(holding('{broken'), 'k')).toBe(emptyMemory);
  expect(readMemory(holding('{"columns":1}'), 'k')).toBe(emptyMemory);
});
