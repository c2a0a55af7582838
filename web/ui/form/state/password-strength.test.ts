import { expect, test } from 'vitest';
import { passwordStrength } from './password-strength.ts';

test('the hint says how far a short password is from the rule', () => {
  expect(passwordStrength('abc')).toBe('Too short: 5 more to go.');
});

test('repetition does not make a password strong', () => {
  expect(passwordStrength('aaaaaaaaaaaaaaaaaaaaaaaa')).toBe('Easy to guess: too few different characters.');
});

test('longer is better', () => {
  expect(passwordStrength('abcdefgh')).toBe('Fair. Longer is better.');
  expect(passwordStrength('river-lamp-9')).toBe('Good.');
  expect(passwordStrength('correct horse battery')).toBe('Strong.');
});
