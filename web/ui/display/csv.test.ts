import { expect, test } from 'vitest';
import { csv } from './csv.ts';

test('a file starts with its mark and every line ends with CRLF', () => {
  expect(csv(['Id', 'Name'], [[7, 'Ana']])).toBe('\ufeffId,Name\r\n7,Ana\r\n');
});

test('nothing is an empty cell', () => {
  expect(csv(['A', 'B'], [[null, undefined]])).toBe('\ufeffA,B\r\n,\r\n');
});
