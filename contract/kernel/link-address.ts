import { z } from 'zod';
import { addressText } from './web-address.ts';

const RULE = 'Enter an address that begins with https:// or http://, or a page such as /contact.';

// A host right after the slashes, without a user's name before it, and nothing that a browser would read differently.
const PLAIN = /^https?:\/\/[^\s\\/?#@]+(?:[/?#][^\s\\]*)?$/i;
const Readable = z.url({ protocol: /^https?$/ });
// After '//' and '/\\' browsers look for a host; they skip tabs and line breaks, so those are not there either.
const PAGE = /^\/(?:[^\s\\/\p{Cc}][^\s\\\p{Cc}]*)?$/u;
/** An address as people write it. */
const WITHOUT_PROTOCOL = /^www\.[^\s\\/?#@:]+\.[^\s\\]+$/i;

/**
 * T53: whether a link of an asset may lead there: to the web, or to a page of the product. Whatever else a browser would
 * follow could run in the reader's session. Asked when it is written and once more when it is shown.
 */
export function isLinkAddress(address: string): boolean {
  return PAGE.test(address) || (PLAIN.test(address) && Readable.safeParse(address).success);
}

/** The same as input. 'www.example.com' becomes 'https://www.example.com'. */
export function linkAddress(label: string) {
  return addressText(label)
    .transform((address) => (WITHOUT_PROTOCOL.test(address) ? `https://${address}` : address))
    .refine((address) => address === '' || isLinkAddress(address), RULE);
}
