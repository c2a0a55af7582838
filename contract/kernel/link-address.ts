import { z } from 'zod';
import { addressText } from './web-address.ts';

const RULE = 'Enter an address that begins with https:// or http://, or a page such as /contact.';

// A host directly after the slashes, without a user name before it and without characters that browsers interpret
// differently.
const PLAIN = /^https?:\/\/[^\s\\/?#@]+(?:[/?#][^\s\\]*)?$/i;
const Readable = z.url({ protocol: /^https?$/ });
// Browsers look for a host after '//' and '/\\' and skip tabs and line breaks, so none of these may follow the first
// slash.
const PAGE = /^\/(?:[^\s\\/\p{Cc}][^\s\\\p{Cc}]*)?$/u;
/** An address as people often type it. */
const WITHOUT_PROTOCOL = /^www\.[^\s\\/?#@:]+\.[^\s\\]+$/i;

/**
 * True where a link of an asset leads to the web or to a page of the product; any other scheme could run in the
 * reader's session. Checked when the link is saved and again when it is shown (T53).
 */
export function isLinkAddress(address: string): boolean {
  return PAGE.test(address) || (PLAIN.test(address) && Readable.safeParse(address).success);
}

/** The same check as a zod shape. 'www.example.com' becomes 'https://www.example.com'. */
export function linkAddress(label: string) {
  return addressText(label)
    .transform((address) => (WITHOUT_PROTOCOL.test(address) ? `https://${address}` : address))
    .refine((address) => address === '' || isLinkAddress(address), RULE);
}
