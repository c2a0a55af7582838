import { expect, test } from 'vitest';
import { shownName } from './shown-name.ts';

test('while names are hidden, a name is its initials', () => {
  expect(shownName('José  María de la Cruz', true)).toBe('J. M. D. L. C.');
  expect(shownName('', true)).toBe('');
  expect(shownName(' Ana Whitfield ', false)).toBe('Ana Whitfield');
});
