import { expect, test } from 'vitest';
import { csv } from './csv.ts';

test('a file starts with a byte order mark and every line ends with CRLF', () => {
  expect(csv(['Id', 'Name'], [[7, 'Ana']])).toBe('\ufeffId,Name\r\n7,Ana\r\n');
});

test('null and undefined are empty cells', () => {
  expect(csv(['A', 'B'], [[null, undefined]])).toBe('\ufeffA,B\r\n,\r\n');
});
