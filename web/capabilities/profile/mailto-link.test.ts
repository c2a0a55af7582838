import { expect, test } from 'vitest';
import { mailtoLink } from './mailto-link.ts';

test('F037 the typed message cannot add a recipient or a header', () => {
  const link = mailtoLink('support@vialkeep.test', { name: 'A & B?cc=x', phone: '', message: 'One\r\nTwo&bcc=y' });
  const url = new URL(link);
  expect(url.pathname).toBe('support@vialkeep.test');
  expect([...url.searchParams.keys()]).toEqual(['subject', 'body']);
  expect(url.searchParams.get('body')).toBe('One\r\nTwo&bcc=y\r\n\r\nA & B?cc=x');
});
