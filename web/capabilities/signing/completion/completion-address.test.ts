import { expect, test } from 'vitest';
import { completionOf, documentIdIn } from './completion-address.ts';

test('F069 F072 a completion page reads its document from its address', () => {
  expect(completionOf('?documentId=9tQ_x-1&signedBy=Ana+Maria+O%27Neil')).toEqual({
    documentId: '9tQ_x-1',
    signedBy: "Ana Maria O'Neil",
  });
  expect(completionOf('')).toEqual({ documentId: null, signedBy: '' });
  expect(completionOf('?documentId=&signedBy=')).toEqual({ documentId: null, signedBy: '' });
});

test('a document id of digits only stays a text', () => {
  expect(completionOf('?documentId=0123456789012345678901').documentId).toBe('0123456789012345678901');
});

test('the address after a signature contains the document id, or none', () => {
  expect(documentIdIn('http://localhost/hc-signed-completed-message?documentId=a')).toBe('a');
  expect(documentIdIn('http://localhost/hc-signed-completed-message')).toBeNull();
});
