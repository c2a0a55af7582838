import { expect, test } from 'vitest';
import { optionMatches, optionValue, plainLabel, searchableLabel } from './options.ts';

const site = { value: 7, label: 'North' };
const person = { id: 2031, first_name: 'Ana', last_name: 'Whitfield', company: 'Lakeside', label: 'ignored' };

test('F023 an option with a value is found by value, label and names', () => {
  expect(optionMatches(site, 'nor')).toBe(true);
  expect(optionMatches(site, '7')).toBe(true);
  expect(optionMatches({ ...site, first_name: 'Bo', last_name: 'Li' }, 'LI')).toBe(true);
  expect(optionMatches(site, 'south')).toBe(false);
});

test('F023 an option without a value is found by id and names, not by label or company', () => {
  expect(optionMatches(person, '203')).toBe(true);
  expect(optionMatches(person, 'whit')).toBe(true);
  expect(optionMatches(person, 'ignored')).toBe(false);
  expect(optionMatches(person, 'lakeside')).toBe(false);
});

test('the parts are matched one after the other, with or without a space', () => {
  expect(optionMatches(site, '7north')).toBe(true);
  expect(optionMatches(person, '2031ana')).toBe(true);
  expect(optionMatches(person, 'ana whit')).toBe(true);
});

test('the value 0 counts as a value', () => {
  expect(optionValue({ value: 0, id: 4 })).toBe(0);
  expect(optionMatches({ value: 0, label: 'None' }, 'none')).toBe(true);
});

test('a person is shown by id, name and company', () => {
  expect(searchableLabel({ ...person, label: undefined })).toBe('#2031 · Ana Whitfield · Lakeside');
  expect(searchableLabel(site)).toBe('North');
});

test('a plain select shows the company as label', () => {
  expect(plainLabel(person)).toBe('Lakeside');
  expect(plainLabel({ ...person, company: '' })).toBe('ignored');
});
