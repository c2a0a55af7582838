import { PASSWORD_MIN } from '@vialkeep/contract/kernel/text.ts';

/** A hint in words while the user chooses a password. Length counts most; the server enforces the rule. */
export function passwordStrength(password: string): string {
  if (password === '') return `At least ${PASSWORD_MIN} characters. Several words are easier to remember.`;
  if (password.length < PASSWORD_MIN) return `Too short: ${PASSWORD_MIN - password.length} more to go.`;
  const variety = new Set(password.toLowerCase()).size;
  if (variety < 5) return 'Easy to guess: too few different characters.';
  if (password.length >= 16 && variety >= 8) return 'Strong.';
  return password.length >= 12 ? 'Good.' : 'Fair. Longer is better.';
}
