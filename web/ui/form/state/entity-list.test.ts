import { expect, test } from 'vitest';
import { ENTITIES_SHOWN, entityLines, entityMatches } from './entity-list.ts';

const ana = { id: 2031, first_name: 'Ana', last_name: 'Whitfield', company: 'Lakeside' };
const bo = { id: 2034, first_name: 'Bo', last_name: 'Stein', company: 'North Clinic' };
const many = Array.from({ length: 80 }, (_, at) => ({ id: at + 1, company: `Center ${at + 1}` }));
const labels = (asked: Parameters<typeof entityLines>[0]) => entityLines(asked).map(({ label }) => label);

test('a person is shown by id, name and company', () => {
  expect(labels({ options: [ana], typed: '', state: 'here' })).toEqual(['#2031 · Ana Whitfield · Lakeside']);
});

test('F023 every visible text of an option can be searched', () => {
  for (const typed of ['2031', 'ana', 'WHIT', 'ana whit', 'lakeside', '#2031']) {
    expect(entityMatches(ana, typed), typed).toBe(true);
  }
  expect(entityMatches(ana, 'north')).toBe(false);
});

test('F023 an empty result is shown as a line', () => {
  expect(entityLines({ options: [], typed: 'zzz', state: 'here' })).toEqual([
    { value: '…', label: 'No results found', disabled: true },
  ]);
});

test('a long list shows the first options and that there are more', () => {
  const lines = labels({ options: many, typed: '', state: 'here' });
  expect(lines).toHaveLength(ENTITIES_SHOWN + 1);
  expect(lines.at(-1)).toBe('Type to narrow down');
  expect(labels({ options: [ana], more: true, typed: '', state: 'here' }).at(-1)).toBe('Type to narrow down');
});

test('while a request is pending, only matching options of the last answer stay', () => {
  expect(labels({ options: [ana, bo], more: true, typed: 'ste', state: 'awaited' })).toEqual([
    '#2034 · Bo Stein · North Clinic',
    'Searching…',
  ]);
  expect(labels({ options: [ana, bo], typed: 'xy', state: 'awaited' })).toEqual(['Searching…']);
});

test('options of the server are shown without filtering', () => {
  expect(labels({ options: [ana], typed: 'ana@example.org', state: 'here' })).toHaveLength(1);
});

test('a failed search is shown as a line', () => {
  expect(labels({ options: [ana], typed: 'a', state: 'failed' })).toEqual(['Could not search. Please try again.']);
});

test('a multi-select leaves out chosen options', () => {
  expect(labels({ options: [ana, bo], typed: '', state: 'here', without: [2031] })).toEqual([
    '#2034 · Bo Stein · North Clinic',
  ]);
});
