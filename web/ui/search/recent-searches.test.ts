import { expect, test } from 'vitest';
import { matching, stepIndex } from './recent-searches.ts';

test('F024 results match in label and detail, case-insensitively', () => {
  const screens = [
    { label: 'Dashboard' },
    { label: 'Change Password', detail: 'Account' },
    { label: 'Contact Details', detail: 'Account' },
  ];
  expect(matching(screens, 'PASS').map(({ label }) => label)).toEqual(['Change Password']);
  expect(matching(screens, 'account').map(({ label }) => label)).toEqual(['Change Password', 'Contact Details']);
  expect(matching(screens, '')).toHaveLength(3);
  expect(matching(screens, 'zzz')).toEqual([]);
});

test('F024 the arrow keys wrap around', () => {
  expect(stepIndex(-1, 1, 3)).toBe(0);
  expect(stepIndex(-1, -1, 3)).toBe(2);
  expect(stepIndex(2, 1, 3)).toBe(0);
  expect(stepIndex(0, -1, 3)).toBe(2);
  expect(stepIndex(0, 1, 0)).toBe(-1);
});
