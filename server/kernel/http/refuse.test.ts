import { commonRefusals } from '@vialkeep/contract/kernel/refusal.ts';
import { expect, test } from 'vitest';
import { refuse } from './refuse.ts';

test('a list of fields puts the declared message of the refusal at each of them', () => {
  const { message } = commonRefusals.invalid_input;
  expect(refuse('invalid_input', { fields: ['email', 'city'] }).fields).toEqual({ email: message, city: message });
});

test('a message that replaces the declared one stands at the listed fields too', () => {
  const refusal = refuse('invalid_input', { message: 'Choose a file.', fields: ['file'] });
  expect([refusal.message, refusal.fields]).toEqual(['Choose a file.', { file: 'Choose a file.' }]);
});

test('fields with their own messages keep them, and without fields there are none', () => {
  expect(refuse('invalid_input', { fields: { city: 'City is required.' } }).fields).toEqual({
    city: 'City is required.',
  });
  expect(refuse('invalid_input').fields).toBeUndefined();
});
