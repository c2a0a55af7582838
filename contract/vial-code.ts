import { z } from 'zod';

/**
 * The code of a vial: eight random characters and one check character, like K7QM-4TXD-9. The characters are the 32 of
 * Crockford's base 32, which has neither I, L, O nor U: the first three are read as 1, 1 and 0.
 *
 * The characters represent the elements of GF(32). Read from the left, the state starts at 0 and becomes α · state +
 * character; a code is valid when it ends at 0. Because α is neither 0 nor 1, no single wrong character, no swap of two
 * neighbours and no doubled character read as another double can end there.
 */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const RANDOM_LENGTH = 8;
const SHAPE = /^[0-9A-HJKMNP-TV-Z]{9}$/;

/** A code made of random bytes, of which it uses the first eight. */
export function vialCodeFrom(random: Uint8Array): string {
  if (random.length < RANDOM_LENGTH) throw new RangeError(`A code needs ${RANDOM_LENGTH} bytes.`);
  const values = Array.from(random.subarray(0, RANDOM_LENGTH), (byte) => byte & 31);
  return formatVialCode([...values, timesAlpha(stateAfter(values))].map((value) => ALPHABET.charAt(value)).join(''));
}

/** Returns a typed or scanned code in its printed form; null where the check character is wrong. */
export function readVialCode(typed: string): string | null {
  const characters = typed.toUpperCase().replace(/[\s-]/g, '').replace(/[IL]/g, '1').replace(/O/g, '0');
  if (!SHAPE.test(characters)) return null;
  const values = Array.from(characters, (character) => ALPHABET.indexOf(character));
  return stateAfter(values) === 0 ? formatVialCode(characters) : null;
}

/** A code in a request; a code with a wrong check character was misread. */
export const VialCode = z
  .string()
  .max(40, 'At most 40 characters.')
  .transform((typed, context) => {
    const code = readVialCode(typed);
    if (code === null) context.issues.push({ code: 'custom', message: 'This is not a vial code.', input: typed });
    return code ?? z.NEVER;
  });

function stateAfter(values: readonly number[]): number {
  return values.reduce((state, value) => timesAlpha(state) ^ value, 0);
}

/** Multiplication by α in GF(2)[α] / (α⁵ + α² + 1). Subtraction is addition is XOR. */
function timesAlpha(value: number): number {
  const shifted = value << 1;
  return shifted & 32 ? shifted ^ 0b100101 : shifted;
}

function formatVialCode(characters: string): string {
  return `${characters.slice(0, 4)}-${characters.slice(4, 8)}-${characters.slice(8)}`;
}
