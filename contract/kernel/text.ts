import { z } from 'zod';
import { speakToPeople } from './field-messages.ts';

speakToPeople();

// A NUL cannot be stored, half a character neither, and the other control characters have no business in a form; tab and
// line breaks do.
// oxlint-disable-next-line no-control-regex -- they are what it looks for
const UNSTORABLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\ud800-\udfff]/u;

const clean = (schema: z.ZodString) =>
  schema.refine((value) => !UNSTORABLE.test(value), 'Contains characters that cannot be stored.');

/** Text that may be left empty. Every text has an end. */
export function text(max = 200) {
  return clean(z.string().trim().max(max, `At most ${max} characters.`));
}

/** Text that must be there; the message names the field the way the form does. */
export function requiredText(label: string, max = 200) {
  const missing = `${label} is required.`;
  return clean(z.string(missing).trim().min(1, missing).max(max, `At most ${max} characters.`));
}

/** What mail programs turn into a link, or read as one. */
const WEB_ADDRESS = /:\/\/|www\.|[<@]/i;

export const NAME_WITH_WEB_ADDRESS = 'Enter a name without a web address.';

export function holdsWebAddress(name: string): boolean {
  return WEB_ADDRESS.test(name);
}

/** A new name of a person or a company that must be there: it stands in letters to strangers. */
export function requiredName(label: string, max = 100) {
  return requiredText(label, max).refine((name) => !holdsWebAddress(name), NAME_WITH_WEB_ADDRESS);
}

/** The same where it may be left empty. */
export function optionalName(max = 200) {
  return text(max).refine((name) => !holdsWebAddress(name), NAME_WITH_WEB_ADDRESS);
}

export const Email = clean(
  z.string('E-mail is required.').trim().min(1, 'E-mail is required.').max(254, 'At most 254 characters.'),
).refine((value) => /^[^\s@<>"]+@[^\s@<>"]+$/.test(value), 'Enter an e-mail address.');

export const PASSWORD_MIN = 8;

/** A password somebody chooses. The upper end keeps hashing from becoming a way to stall the server. */
export const NewPassword = z
  .string('Password is required.')
  .min(PASSWORD_MIN, `Password must have at least ${PASSWORD_MIN} characters.`)
  .max(256, 'At most 256 characters.');

/** A password somebody claims to know: no rule but an end. */
export const GivenPassword = z
  .string('Password is required.')
  .min(1, 'Password is required.')
  .max(256, 'At most 256 characters.');

/** C-34: digits, spaces, + ( ) - and the letters of an extension. */
export const PhoneNumber = z
  .string()
  .trim()
  .max(40, 'At most 40 characters.')
  .regex(/^[\d\s+()./x-]*$/i, 'Use digits, spaces, + ( ) and -.');
