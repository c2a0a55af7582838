import { refusal } from './refusal.ts';

/** The refusal of what a person without an e-mail address must receive by letter. */
export const noEmail = { no_email: refusal(409, 'This person has no e-mail address.') };

/** False for the address of a person without one, which no letter leaves for. */
export function hasEmail(address: string): boolean {
  return !address.toLowerCase().endsWith('.invalid');
}
