import { expect, test } from 'vitest';
import { isWebAddress, webAddress } from './web-address.ts';

test.each([
  'https://example.org',
  'https://example.org/guide.pdf?page=2#end',
  'HTTPS://Example.org/Guide',
  'https://bücher.example/ä b'.replace(' ', '%20'),
  'https://example.org:8443/a',
])('T53 the address %s is accepted for a link', (address) => {
  expect(isWebAddress(address)).toBe(true);
});

/** Known attempts to make a link run a script or lead to another host than it shows. */
const harmful = [
  'javascript:alert(1)',
  'JavaScript:alert(1)',
  'javascript://example.org/%0aalert(1)',
  'java\tscript:alert(1)',
  'java\nscript:alert(1)',
  '\u0001javascript:alert(1)',
  ' javascript:alert(1)',
  'javascript&colon;alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==',
  'DATA:image/svg+xml,<svg onload=alert(1)>',
  'vbscript:msgbox(1)',
  'file:///etc/passwd',
  'blob:https://example.org/0',
  'filesystem:https://example.org/temporary/a',
  'about:blank',
  'view-source:https://example.org',
  'ws://example.org',
  'ftp://example.org/a',
  'mailto:somebody@example.org',
  'tel:+15550100',
  'intent://example.org#Intent;end',
  'http://example.org',
  '//example.org',
  '/\\example.org',
  '\\\\example.org\\share',
  '/patients',
  'example.org',
  'www.example.org',
  'https:example.org',
  'https:/example.org',
  'https:\\\\example.org',
  'https://',
  'https://?a',
  'https://user@example.org',
  'https://user:secret@example.org',
  'https://example.org\\@evil.example',
  'https://exa mple.org',
  'https://example.org/a b',
  'https://example.org/\njavascript:alert(1)',
  'https://[::1',
  'https://example.org:99999',
];

test.each(harmful)('T53 the address %j is refused for a link', (address) => {
  expect(isWebAddress(address)).toBe(false);
});

test('an address is refused with a message for the field, and blanks around it are removed', () => {
  const told = (value: unknown) => webAddress('Link').safeParse(value).error?.issues[0]?.message;
  expect(told('')).toBe('Link is required.');
  expect(told(undefined)).toBe('Link is required.');
  expect(told('javascript:alert(1)')).toBe('Enter an address that begins with https://.');
  expect(told(`https://example.org/${'a'.repeat(2_000)}`)).toBe('At most 2000 characters.');
  expect(webAddress('Link').parse('  https://example.org/a ')).toBe('https://example.org/a');
});
