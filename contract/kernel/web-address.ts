import { z } from 'zod';

const LONGEST = 2_000;

/** The text of an address in a form; the label names the field as the form does. */
export function addressText(label: string) {
  const missing = `${label} is required.`;
  return z.string(missing).trim().min(1, missing).max(LONGEST, `At most ${LONGEST} characters.`);
}

// A host directly after the slashes, without a user name before it and without characters that browsers interpret
// differently.
const PLAIN = /^https:\/\/[^\s\\/?#@]+(?:[/?#][^\s\\]*)?$/i;
const Readable = z.url({ protocol: /^https$/ });

/**
 * True where a link may lead to this address: only https, so that a link never runs code in the reader's session.
 * Checked when the address is saved and again when it is shown (T53).
 */
export function isWebAddress(address: string): boolean {
  return PLAIN.test(address) && Readable.safeParse(address).success;
}

/** The same check as a zod shape. */
export function webAddress(label: string) {
  return addressText(label).refine(
    (address) => address === '' || isWebAddress(address),
    'Enter an address that begins with https://.',
  );
}
