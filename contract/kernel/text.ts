import { z } from 'zod';
import { speakToPeople } from './field-messages.ts';

speakToPeople();

// PostgreSQL cannot store a NUL or half a surrogate pair, and a form needs no other control characters than tab and
// line breaks.
// oxlint-disable-next-line no-control-regex -- they are what it looks for
const UNSTORABLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\ud800-\udfff]/u;

const clean = (schema: z.ZodString) =>
  schema.refine((value) => !UNSTORABLE.test(value), 'Contains characters that cannot be stored.');

/** Text that may be empty; every text has a maximum length. */
export function text(max = 200) {
  return clean(z.string().trim().max(max, `At most ${max} characters.`));
}

/** Text that is required; the message names the field as the form does. */
export function requiredText(label: string, max = 200) {
  const missing = `${label} is required.`;
  return clean(z.string(missing).trim().min(1, missing).max(max, `At most ${max} characters.`));
}

/** Patterns that email programs turn into a link. */
const WEB_ADDRESS = /:\/\/|www\.|[<@]/i;

export const NAME_WITH_WEB_ADDRESS = 'Enter a name without a web address.';

export function holdsWebAddress(name: string): boolean {
  return WEB_ADDRESS.test(name);
}

/**
 * A required new name of a person or a company. It must not contain an address, because emails to other people show it.
 */
export function requiredName(label: string, max = 100) {
  return requiredText(label, max).refine((name) => !holdsWebAddress(name), NAME_WITH_WEB_ADDRESS);
}

/** The same, but optional. */
export function optionalName(max = 200) {
  return text(max).refine((name) => !holdsWebAddress(name), NAME_WITH_WEB_ADDRESS);
}

export const Email = clean(
  z.string('E-mail is required.').trim().min(1, 'E-mail is required.').max(254, 'At most 254 characters.'),
).refine((value) => /^[^\s@<>"]+@[^\s@<>"]+$/.test(value), 'Enter an e-mail address.');

export const PASSWORD_MIN = 8;

/** A new password. The maximum length keeps hashing from being used to overload the server. */
export const NewPassword = z
  .string('Password is required.')
  .min(PASSWORD_MIN, `Password must have at least ${PASSWORD_MIN} characters.`)
  .max(256, 'At most 256 characters.');

/** An existing password: only its length is limited. */
export const GivenPassword = z
  .string('Password is required.')
  .min(1, 'Password is required.')
  .max(256, 'At most 256 characters.');

/** Digits, spaces, + ( ) - and the letters of an extension (C-34). */
export const PhoneNumber = z
  .string()
  .trim()
  .max(40, 'At most 40 characters.')
  .regex(/^[\d\s+()./x-]*$/i, 'Use digits, spaces, + ( ) and -.');
