import { expect, test } from 'vitest';
import { countryCode, countryNames, stateNames } from './countries.ts';

test('a country in the list has a code, and any other text has none', () => {
  expect(countryCode('Norway')).toBe('NO');
  expect(countryCode(' united states ')).toBe('US');
  expect(countryCode('USA')).toBe('US');
  expect(countryCode('de')).toBe('DE');
  expect(countryCode('Atlantis')).toBe('');
  expect(countryCode('')).toBe('');
});

test('countries are in alphabetical order, each once', () => {
  expect(countryNames()[0]).toBe('Afghanistan');
  expect(new Set(countryNames()).size).toBe(countryNames().length);
});

test('states are suggested for the United States and without a country', () => {
  expect(stateNames('United States')).toContain('Ohio');
  expect(stateNames('')).toContain('Ohio');
  expect(stateNames('Norway')).toEqual([]);
});
