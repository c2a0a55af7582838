import { expect, test } from 'vitest';
import { passwordStrength } from './password-strength.ts';

test('the hint says how many characters a short password is missing', () => {
  expect(passwordStrength('abc')).toBe('Too short: 5 more to go.');
});

test('repetition does not make a password strong', () => {
  expect(passwordStrength('aaaaaaaaaaaaaaaaaaaaaaaa')).toBe('Easy to guess: too few different characters.');
});

test('a longer password is stronger', () => {
  expect(passwordStrength('abcdefgh')).toBe('Fair. Longer is better.');
  expect(passwordStrength('river-lamp-9')).toBe('Good.');
  expect(passwordStrength('correct horse battery')).toBe('Strong.');
});
