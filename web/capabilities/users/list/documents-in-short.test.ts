import { expect, test } from 'vitest';
import { documentsInShort } from './documents-in-short.ts';

const document = (status: string) => ({ document_id: '', name: 'Attestation', status });

test('F133 a compact line counts a user’s signed documents, and names a center’s attestation', () => {
  const documents = [document('Completed'), document('Pending'), document('Completed')];
  expect(documentsInShort({ subscription: 2, template_id: null, documents })).toBe('2/3 signed');
  expect(documentsInShort({ subscription: 2, template_id: null, documents: [] })).toBe('');
  expect(documentsInShort({ subscription: 4, template_id: 't', documents: [] })).toBe('Attestation');
  expect(documentsInShort({ subscription: 4, template_id: null, documents: [] })).toBe('');
});
