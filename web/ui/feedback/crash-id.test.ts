import { expect, test } from 'vitest';
import { crashId } from './crash-id.ts';

test('the same error has the same id, and another build or error has another one', () => {
  const fault = new TypeError('x is undefined');
  expect(crashId(fault, 'build-1')).toBe(crashId(fault, 'build-1'));
  expect(crashId(fault, 'build-1')).not.toBe(crashId(fault, 'build-2'));
  expect(crashId(fault, 'build-1')).not.toBe(crashId(new Error('other'), 'build-1'));
});

test('an id can be read out on the telephone', () => {
  expect(crashId('thrown text', 'build-1')).toMatch(/^[2-9A-HJ-NP-Z]{3}-[2-9A-HJ-NP-Z]{3}$/);
});
