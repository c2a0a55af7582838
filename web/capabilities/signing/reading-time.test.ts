import { expect, test } from 'vitest';
import { minutesToRead } from './reading-time.ts';

const empty = { version: '1', notice: '', parties: [], introduction: [], sections: [], declaration: '' };

test('a document shows its reading time in minutes, at least one', () => {
  expect(minutesToRead(empty)).toBe(1);
  const items = Array.from({ length: 36 }, () => 'ten words '.repeat(5));
  expect(minutesToRead({ ...empty, sections: [{ heading: '', kind: 'clauses', items }] })).toBe(2);
});
