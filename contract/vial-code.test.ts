import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readVialCode, VialCode, vialCodeFrom } from './vial-code.ts';

const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const codes = fc.uint8Array({ minLength: 8, maxLength: 8 }).map(vialCodeFrom);
const bare = (code: string) => code.replaceAll('-', '');

describe('Code of a vial', () => {
  test('a vial code is eight characters and a check character, written in groups', () => {
    fc.assert(
      fc.property(codes, (code) => /^[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]$/.test(code)),
    );
  });

  test('the same bytes always give the same vial code, because printed labels depend on it', () => {
    expect(vialCodeFrom(new Uint8Array([0, 1, 2, 3, 4, 5, 6, 7]))).toBe('0123-4567-Y');
    expect(vialCodeFrom(new Uint8Array(8))).toBe('0000-0000-0');
  });

  test('a vial code is read in any case and spacing', () => {
    fc.assert(
      fc.property(codes, (code) => {
        expect(readVialCode(code)).toBe(code);
        expect(readVialCode(` ${bare(code).toLowerCase()} `)).toBe(code);
        expect(readVialCode(code.replaceAll('1', 'l').replaceAll('0', 'o').replaceAll('-', ' '))).toBe(code);
        expect(VialCode.parse(code)).toBe(code);
      }),
    );
  });

  test('a vial code with any one character changed is refused', () => {
    fc.assert(
      fc.property(codes, fc.nat(8), (code, at) => {
        const characters = [...bare(code)];
        for (const wrong of [...ALPHABET].filter((character) => character !== characters[at])) {
          expect(readVialCode(characters.with(at, wrong).join(''))).toBeNull();
        }
      }),
    );
  });

  test('a vial code with two different neighbours swapped is refused', () => {
    fc.assert(
      fc.property(codes, fc.nat(7), (code, at) => {
        const characters = [...bare(code)];
        const [one = '', other = ''] = characters.slice(at, at + 2);
        fc.pre(one !== other);
        expect(
          readVialCode(
            characters
              .with(at, other)
              .with(at + 1, one)
              .join(''),
          ),
        ).toBeNull();
      }),
    );
  });

  test.each(['', 'K7QM', '0123-4567-W', '0123-4567-Y0', '0123-4567-U', 'x'.repeat(41), '０１２３-4567-V'])(
    '%j is refused as a vial code',
    (typed) => {
      expect(readVialCode(typed)).toBeNull();
      expect(VialCode.safeParse(typed).success).toBe(false);
    },
  );
});
