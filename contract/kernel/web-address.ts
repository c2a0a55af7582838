import { z } from 'zod';

const LONGEST = 2_000;

/** The text of an address as a form sends it; the label names the field the way the form does. */
export function addressText(label: string) {
  const missing = `${label} is required.`;
  return z.string(missing).trim().min(1, missing).max(LONGEST, `At most ${LONGEST} characters.`);
}

// A host right after the slashes, without a user's name before it, and nothing that a browser would read differently.
const PLAIN = /^https:\/\/[^\s\\/?#@]+(?:[/?#][^\s\\]*)?$/i;
const Readable = z.url({ protocol: /^https$/ });

/**
 * T53: whether an address may stand behind a link. Only https, so that a link never runs anything in the reader's
 * session; asked when it is written and once more when it is shown.
 */
export function isWebAddress(address: string): boolean {
  return PLAIN.test(address) && Readable.safeParse(address).success;
}

/** The same as input. */
export function webAddress(label: string) {
  return addressText(label).refine(
    (address) => address === '' || isWebAddress(address),
    'Enter an address that begins with https://.',
  );
}
