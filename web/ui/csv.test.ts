import { expect, test } from 'vitest';
import { csv, csvCell } from './csv.ts';

test('a file starts with its mark and every line ends with CRLF', () => {
  expect(csv(['Id', 'Name'], [[7, 'Ana']])).toBe('\ufeffId,Name\r\n7,Ana\r\n');
});

test('commas, quotes and line breaks stay inside their cell', () => {
  expect(csvCell('Stein, Maria')).toBe('"Stein, Maria"');
  expect(csvCell('the "old" one')).toBe('"the ""old"" one"');
  expect(csvCell('two\nlines')).toBe('"two\nlines"');
});

test('a text cannot become a formula', () => {
  expect(['=1+1', '+1 555', '-5', '@x', '\tx'].map(csvCell)).toEqual(["'=1+1", "'+1 555", "'-5", "'@x", "'\tx"]);
  expect(csvCell('=HYPERLINK("a","b")')).toBe(`"'=HYPERLINK(""a"",""b"")"`);
});

test('numbers are untouched, also below zero', () => {
  expect(csvCell(-12.5)).toBe('-12.5');
  expect(csvCell(Number.NaN)).toBe('');
});

test('nothing is an empty cell', () => {
  expect(csv(['A', 'B'], [[null, undefined]])).toBe('\ufeffA,B\r\n,\r\n');
});
