import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  BENCH_CODE_KINDS,
  type BenchCodeKind,
  codeOf,
  formatBenchCode,
  formatSymbolText,
  parseBenchCode,
} from './bench-codes.ts';
import { vialCodeFrom } from './vial-code.ts';

const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const kinds = fc.constantFrom(...BENCH_CODE_KINDS);
const codes = fc.uint8Array({ minLength: 8, maxLength: 8 }).map(vialCodeFrom);
const benchCodes = fc.record({ kind: kinds, code: codes });
const characters = fc.nat(0xffff).map((unit) => String.fromCharCode(unit));

describe('Codes at the bench', () => {
  test('a symbol of each kind holds its letter and nine characters', () => {
    const code = 'K7QM-4TXD-9';
    expect(BENCH_CODE_KINDS.map((kind) => formatSymbolText({ kind, code }))).toEqual(
      [...'VKBTRP'].map((letter) => `${letter}K7QM4TXD9`),
    );
    fc.assert(fc.property(benchCodes, (benchCode) => /^[VKBTRP][0-9A-Z]{9}$/.test(formatSymbolText(benchCode))));
  });

  test('a code of each kind is read back from its symbol and from its printed text', () => {
    fc.assert(
      fc.property(benchCodes, (benchCode) => {
        expect(parseBenchCode(formatSymbolText(benchCode))).toEqual(benchCode);
        expect(parseBenchCode(formatBenchCode(benchCode))).toEqual(benchCode);
      }),
    );
  });

  test('nine characters alone are a vial, whatever letter they begin with', () => {
    fc.assert(
      fc.property(codes, (code) => {
        expect(parseBenchCode(code)).toEqual({ kind: 'vial', code });
      }),
    );
    expect(parseBenchCode(bare(firstCodeWith('K')))).toMatchObject({ kind: 'vial' });
  });

  test('a typed code is read with hyphens, spaces, lower case and the letters I, L and O', () => {
    fc.assert(
      fc.property(benchCodes, (benchCode) => {
        const letter = formatSymbolText(benchCode).charAt(0);
        const typed = benchCode.code.replaceAll('1', 'l').replaceAll('0', 'o').replaceAll('-', ' ');
        expect(parseBenchCode(`  ${letter.toLowerCase()} - ${typed.toLowerCase()} `)).toEqual(benchCode);
        expect(parseBenchCode(`${letter}-${typed.replaceAll('l', 'I')}`)).toEqual(benchCode);
      }),
    );
  });

  test('the symbology prefix and stray controls of a scanner are ignored', () => {
    fc.assert(
      fc.property(benchCodes, fc.constantFrom(']d1', ']C0', ']Q1', '\u0002', ''), (benchCode, prefix) => {
        expect(parseBenchCode(`${prefix}${formatSymbolText(benchCode)}\r\n\u0003`)).toEqual(benchCode);
      }),
    );
  });

  test('a code with any one of its nine characters changed is refused', () => {
    fc.assert(
      fc.property(benchCodes, fc.integer({ min: 1, max: 9 }), (benchCode, at) => {
        const characters = [...formatSymbolText(benchCode)];
        for (const wrong of [...ALPHABET].filter((character) => character !== characters[at])) {
          expect(parseBenchCode(characters.with(at, wrong).join(''))).toBeNull();
        }
      }),
    );
  });

  test('a letter that stands for no kind is refused', () => {
    for (const letter of 'ACDEFGHIJLMNOQSUWXYZ0123456789') expect(parseBenchCode(`${letter}01234567Y`)).toBeNull();
  });

  test.each(['', 'V', 'V-', 'VV01234567Y', 'V01234567', '^XZ01234567Y', '=01234567Y', 'V０1234567Y', 'V'.repeat(300)])(
    '%j is refused as a code',
    (text) => expect(parseBenchCode(text)).toBeNull(),
  );

  test('no text makes the parser fail', () => {
    fc.assert(
      fc.property(fc.string({ unit: characters, maxLength: 300 }), (text) => {
        expect([null, 9]).toContain(parseBenchCode(text)?.code.replaceAll('-', '').length ?? null);
      }),
      { numRuns: 500 },
    );
  });
});

describe('A code in a field that names its kind', () => {
  test('the field takes its own letter or none, and gives the stored form', () => {
    fc.assert(
      fc.property(benchCodes, ({ kind, code }) => {
        expect(codeOf(kind).parse(formatSymbolText({ kind, code }))).toBe(code);
        expect(codeOf(kind).parse(bare(code).toLowerCase())).toBe(code);
      }),
    );
  });

  test('a code of another kind is refused with the kind that was expected', () => {
    fc.assert(
      fc.property(benchCodes, kinds, (benchCode, expected) => {
        fc.pre(benchCode.kind !== expected);
        expect(codeOf(expected).safeParse(formatSymbolText(benchCode)).success).toBe(false);
      }),
    );
    expect(refusalOf('kit', 'V01234567Y')).toBe('This is not a kit code.');
    expect(refusalOf('operator', 'x')).toBe('This is not a badge code.');
    expect(refusalOf('vial', 'V'.repeat(41))).toBe('At most 40 characters.');
  });
});

function refusalOf(kind: BenchCodeKind, text: string): string | undefined {
  return codeOf(kind).safeParse(text).error?.issues[0]?.message;
}

function bare(code: string): string {
  return code.replaceAll('-', '');
}

function firstCodeWith(letter: string): string {
  return vialCodeFrom(new Uint8Array(8).fill(ALPHABET.indexOf(letter)));
}
