import { z } from 'zod';

/** Separates the variable fields of a GS1 code; the only control character that means something in a scanned text. */
export const GROUP_SEPARATOR = '\u001D';

/** Longer than every symbol that is read at the bench; a longer text comes from another product. */
export const MAX_SCANNED_CHARACTERS = 256;

/** The symbologies that scanners announce with three characters before the data, as in ]d2 for a GS1 DataMatrix. */
const AIM_PREFIX = /^\][A-Za-z][0-9A-Za-z]/;
const GS1_PREFIXES = new Set([']C1', ']e0', ']d2', ']Q3', ']J1']);

export type ScannedText = {
  /** The data without symbology prefix, stray controls and outer spaces. */
  readonly text: string;
  /** The prefix says that the symbol is a GS1 code. */
  readonly isGs1: boolean;
};

/** Removes what scanners add to the data of a symbol. */
export function parseScannedText(scanned: string): ScannedText {
  const text = removeControls(scanned).trim();
  const prefix = AIM_PREFIX.exec(text)?.[0] ?? '';
  return { text: text.slice(prefix.length).trim(), isGs1: GS1_PREFIXES.has(prefix) };
}

/**
 * The text that the browser sends: data of a symbol, without what the scanner added. A separator in front keeps the
 * knowledge that the symbol was a GS1 code.
 */
export function normalizeScannedText(scanned: string): string {
  const { text, isGs1 } = parseScannedText(scanned);
  return isGs1 ? GROUP_SEPARATOR + removeLeadingSeparators(text) : text;
}

/** A scanned text in a request. Controls other than the separator are removed, because no database column takes them all. */
export const ScannedInput = z
  .string()
  .max(MAX_SCANNED_CHARACTERS, `At most ${MAX_SCANNED_CHARACTERS} characters.`)
  .transform(normalizeScannedText);

/** Removes separators at the beginning, where they separate nothing. */
export function removeLeadingSeparators(text: string): string {
  let from = 0;
  while (text.charAt(from) === GROUP_SEPARATOR) from += 1;
  return text.slice(from);
}

function removeControls(text: string): string {
  // Array.from keeps a pair of surrogates together.
  return Array.from(text)
    .filter((character) => character === GROUP_SEPARATOR || !/\p{Cc}|\p{Cf}|\p{Cs}/u.test(character))
    .join('');
}
