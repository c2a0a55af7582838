import { z } from 'zod';
import { parseBenchCode } from './bench-codes.ts';
import { parseScannedText } from './scanned-text.ts';

/** The longest code that another system may have printed on a vial. */
export const LONGEST_OLD_CODE = 60;

/** A vial as it was typed or scanned; which one of a lab or of a patient that is, only the server knows. */
export type NamedVial = {
  /** Our code in its printed form; null where the text is none. */
  readonly code: string | null;
  /** The text as a code that another system had printed: in capitals, without spaces. */
  readonly oldCode: string;
};

/** Null for a text that can be no code at all. */
export function parseNamedVial(typed: string): NamedVial | null {
  const oldCode = parseScannedText(typed).text.toUpperCase().replaceAll(/\s/g, '');
  if (oldCode === '' || oldCode.length > LONGEST_OLD_CODE) return null;
  const known = parseBenchCode(typed);
  return { code: known?.kind === 'vial' ? known.code : null, oldCode };
}

/** A vial in a request: by our code, or by the one that another system had printed on it. */
export const NamedVial = z.string().transform((typed, context): NamedVial => {
  const named = parseNamedVial(typed);
  if (named === null) context.issues.push({ code: 'custom', message: NOT_A_VIAL, input: typed });
  return named ?? z.NEVER;
});

export const NOT_A_VIAL = 'This is not a vial code.';

/** The text with which a page sends a vial that was scanned; null for a code of something else. */
export function vialToSend(scanned: string): string | null {
  const known = parseBenchCode(scanned);
  if (known) return known.kind === 'vial' ? known.code : null;
  return parseNamedVial(scanned)?.oldCode ?? null;
}
