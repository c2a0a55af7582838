import { expect, test } from 'vitest';
import { csvCell, csvLine } from './csv.ts';

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

test('nothing is an empty cell, and a line ends with CRLF', () => {
  expect(csvLine(['A', null, undefined, 7])).toBe('A,,,7\r\n');
});
