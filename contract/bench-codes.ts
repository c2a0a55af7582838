import { z } from 'zod';
import { parseScannedText } from './scanned-text.ts';
import { readVialCode } from './vial-code.ts';

/** What a code at the bench names, and the letter that stands for it in a symbol. */
const LETTERS = { vial: 'V', kit: 'K', place: 'B', batch: 'T', order: 'R', operator: 'P' } as const;

export type BenchCodeKind = keyof typeof LETTERS;

export type BenchCode = {
  readonly kind: BenchCodeKind;
  /** The nine characters in groups, as they are stored: K7QM-4TXD-9. */
  readonly code: string;
};

// @NOTE The keys of a constant object are exactly its type's keys.
export const BENCH_CODE_KINDS = Object.keys(LETTERS) as readonly BenchCodeKind[];

const KIND_BY_LETTER = new Map(BENCH_CODE_KINDS.map((kind) => [LETTERS[kind] as string, kind]));
const NINE_CHARACTERS = 9;
const MAX_TYPED_CHARACTERS = 40;

/**
 * Returns the kind and the code of a scanned or typed text; null where it is no code of the bench. Ten characters begin
 * with the letter of their kind; nine characters alone are a vial, because labels without a letter stay good. The check
 * character covers the nine characters, not the letter.
 */
export function parseBenchCode(text: string): BenchCode | null {
  const parts = parseParts(text);
  return parts && { kind: parts.kind ?? 'vial', code: parts.code };
}

/** The text inside a symbol. It has no punctuation, which a scanner with another keyboard layout would garble. */
export function formatSymbolText({ kind, code }: BenchCode): string {
  return LETTERS[kind] + code.replaceAll('-', '');
}

/** The text for people. Only a vial goes without its letter: what is typed without one is read as a vial. */
export function formatBenchCode({ kind, code }: BenchCode): string {
  return kind === 'vial' ? code : `${LETTERS[kind]}-${code}`;
}

/**
 * A code in a field of a request that names its kind; the nine characters without a letter are then of that kind. The
 * result is the stored form. A code of another kind is refused, so that a kit scanned as a box is never looked up.
 */
export function codeOf(kind: BenchCodeKind) {
  return z
    .string()
    .max(MAX_TYPED_CHARACTERS, `At most ${MAX_TYPED_CHARACTERS} characters.`)
    .transform((typed, context) => {
      const code = parseCodeOf(kind, typed);
      if (code === null) context.issues.push({ code: 'custom', message: NOT_A_CODE[kind], input: typed });
      return code ?? z.NEVER;
    });
}

/** A code of any kind; nine characters alone are a vial. */
export const AnyBenchCode = z
  .string()
  .max(MAX_TYPED_CHARACTERS, `At most ${MAX_TYPED_CHARACTERS} characters.`)
  .transform((typed, context) => {
    const code = parseBenchCode(typed);
    if (code === null)
      context.issues.push({ code: 'custom', message: 'This is not a code of the bench.', input: typed });
    return code ?? z.NEVER;
  });

const NOT_A_CODE: Readonly<Record<BenchCodeKind, string>> = {
  vial: 'This is not a vial code.',
  kit: 'This is not a kit code.',
  place: 'This is not the code of a place.',
  batch: 'This is not a batch code.',
  order: 'This is not an order code.',
  operator: 'This is not a badge code.',
};

function parseCodeOf(kind: BenchCodeKind, typed: string): string | null {
  const parts = parseParts(typed);
  return parts && (parts.kind ?? kind) === kind ? parts.code : null;
}

/** The kind is null where the text has no letter for it. */
function parseParts(text: string): { kind: BenchCodeKind | null; code: string } | null {
  if (text.length > MAX_TYPED_CHARACTERS) return null;
  const characters = parseScannedText(text).text.replace(/[\s-]/g, '').toUpperCase();
  const hasLetter = characters.length !== NINE_CHARACTERS;
  const kind = hasLetter ? KIND_BY_LETTER.get(characters.charAt(0)) : null;
  const code = readVialCode(hasLetter ? characters.slice(1) : characters);
  return kind === undefined || code === null ? null : { kind, code };
}
