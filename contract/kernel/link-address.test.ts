import { expect, test } from 'vitest';
import { isLinkAddress, linkAddress } from './link-address.ts';

const LinkPath = linkAddress('Link');
const RULE = 'Enter an address that begins with https:// or http://, or a page such as /contact.';

test.each([
  'https://example.org',
  'http://example.org',
  'HTTP://Example.org/Guide',
  'https://example.org:8443/a?page=2#end',
  '/',
  '/contact',
  '/resource-center?tab=files#top',
  '/patients/12',
])('an asset’s link to %s is accepted', (address) => {
  expect(LinkPath.parse(address)).toBe(address);
  expect(isLinkAddress(address)).toBe(true);
});

test.each([
  ['www.example.com', 'https://www.example.com'],
  ['  WWW.example.com/guide?a=b ', 'https://WWW.example.com/guide?a=b'],
])('the typed link %j is stored as %j', (typed, kept) => {
  expect(LinkPath.parse(typed)).toBe(kept);
});

/** Known attempts to make a link run a script or lead to another host than it shows. */
test.each([
  'javascript:alert(1)',
  'JavaScript:alert(1)',
  'javascript://example.org/%0aalert(1)',
  'java\tscript:alert(1)',
  'java\nscript:alert(1)',
  '\u0001javascript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:msgbox(1)',
  'file:///etc/passwd',
  'blob:https://example.org/0',
  'view-source:https://example.org',
  'ftp://example.org/a',
  'mailto:a@example.org',
  '//example.org',
  '///example.org',
  '/\\example.org',
  '/\t/example.org',
  '/\n/example.org',
  '/a b',
  '/a\\b',
  '\\\\example.org',
  'contact',
  './contact',
  '../contact',
  'example.org',
  'www',
  'www.',
  'www.example',
  'www.example.com\\@evil.example',
  'www.user@evil.example',
  'www.example.com:pass@evil.example',
  'https:example.org',
  'https:/example.org',
  'http:\\\\example.org',
  'https://',
  'http://?a',
  'https://user:secret@example.org',
  'https://example.org\\@evil.example',
  'https://example.org/a b',
  'http://[::1',
  'http://example.org:99999',
])('T53 an asset’s link to %j is refused', (address) => {
  expect(LinkPath.safeParse(address).error?.issues[0]?.message).toBe(RULE);
  expect(isLinkAddress(address)).toBe(false);
});

test('an empty link and a link over 2,000 characters are refused with a message for the field', () => {
  const told = (value: unknown) => LinkPath.safeParse(value).error?.issues[0]?.message;
  expect(told('')).toBe('Link is required.');
  expect(told(undefined)).toBe('Link is required.');
  expect(told(`https://example.org/${'a'.repeat(2_000)}`)).toBe('At most 2000 characters.');
});
