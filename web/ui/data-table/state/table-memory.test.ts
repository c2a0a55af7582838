import { expect, test } from 'vitest';
import { addView, emptyMemory, firstView, memoryKey, readMemory, removeView } from './table-memory.ts';

const pending = { name: 'Pending first', sort: null, filters: { state: 'Pending' }, columns: {} };

test('each user has separate settings for each table', () => {
  expect(memoryKey(412, 'users')).toBe('table:412:users');
  expect(memoryKey(null, 'users')).toBe('table:guest:users');
});

test('a new view gets the next number and becomes the last used', () => {
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

test('a removed view is no longer the start view', () => {
  const memory = removeView({ ...addView(emptyMemory, pending), startsWith: '1' }, '1');
  expect(memory).toEqual(emptyMemory);
  expect(firstView(memory)).toBeNull();
});

test('invalid storage is read as empty settings', () => {
  const holding = (text: string | null) => ({ getItem: () => text });
  expect(readMemory(holding(null), 'k')).toBe(emptyMemory);
  expect(readMemory(holding('{broken'), 'k')).toBe(emptyMemory);
  expect(readMemory(holding('{"columns":1}'), 'k')).toBe(emptyMemory);
});
