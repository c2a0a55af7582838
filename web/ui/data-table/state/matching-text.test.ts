import { expect, test } from 'vitest';
import { hasMatchingText } from './matching-text.ts';

test('a filter matches a part of any of the texts, case-insensitively', () => {
  expect(hasMatchingText([1031, 'North Clinic'], ' north ')).toBe(true);
  expect(hasMatchingText([1031, undefined], '103')).toBe(true);
  expect(hasMatchingText([1031, undefined], 'undefined')).toBe(false);
});
