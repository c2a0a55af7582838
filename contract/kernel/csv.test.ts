import fc from 'fast-check';
import { expect, test } from 'vitest';
import { csvCell, csvLine, FORMULA_SIGNS, harmless, withoutEscapes } from './csv.ts';

test('commas, quotes and line breaks stay inside their cell', () => {
  expect(csvCell('Stein, Maria')).toBe('"Stein, Maria"');
  expect(csvCell('the "old" one')).toBe('"the ""old"" one"');
  expect(csvCell('two\nlines')).toBe('"two\nlines"');
});

test('a text that begins like a formula gets an apostrophe', () => {
  expect(['=1+1', '+1 555', '-5', '@x', '\tx'].map(csvCell)).toEqual(["'=1+1", "'+1 555", "'-5", "'@x", "'\tx"]);
  expect(csvCell('=HYPERLINK("a","b")')).toBe(`"'=HYPERLINK(""a"",""b"")"`);
});

test.each(FORMULA_SIGNS)('the sign %s gets an apostrophe at the start and after each separator', (sign) => {
  expect(csvCell(`${sign}1`)).toBe(`'${sign}1`);
  expect(csvCell(`a;${sign}1\t${sign}2`)).toBe(`a;'${sign}1\t'${sign}2`);
  expect(csvCell(`a${sign}1`)).toBe(`a${sign}1`);
});

test.each([
  ['Stein;=1+1', "Stein;'=1+1"],
  ['a;+1;-2;@x', "a;'+1;'-2;'@x"],
  ['a\t=1', "a\t'=1"],
  ['=1;=2', "'=1;'=2"],
  ['\t=1', "'\t'=1"],
  ['Stein, M.;=1', `"Stein, M.;'=1"`],
  ['a;"=1', `"a;""'=1"`],
  ['two\n=1', `"two\n'=1"`],
])('%j becomes no formula in a program that splits cells at a semicolon or a tab', (text, cell) => {
  expect(csvCell(text)).toBe(cell);
});

test.each(['a; b', 'Basel; Bern', '5-6', 'a=b; c', 'me@home.org', 'a;', 'a;;b'])(
  'the text %j is written unchanged',
  (text) => {
    expect(csvCell(text)).toBe(text);
  },
);

test('the escapes of any text without apostrophes are taken off again', () => {
  const sign = fc.constantFrom(...FORMULA_SIGNS, ';', '\t', '\r', '\n', '"', '\0', ',', ' ', 'a', '1');
  fc.assert(
    fc.property(fc.array(sign, { maxLength: 12 }), (signs) => {
      const text = signs.join('');
      expect(withoutEscapes(harmless(text))).toBe(text);
    }),
    { numRuns: 5_000 },
  );
  expect(["O'Neil", "'quoted'", "a'-b"].map(withoutEscapes)).toEqual(["O'Neil", "'quoted'", "a'-b"]);
});

test('numbers are written unchanged, also negative ones', () => {
  expect(csvCell(-12.5)).toBe('-12.5');
  expect(csvCell(Number.NaN)).toBe('');
});

test('a missing value is an empty cell, and a line ends with CRLF', () => {
  expect(csvLine(['A', null, undefined, 7])).toBe('A,,,7\r\n');
});
