export type CsvCell = string | number | null | undefined;

/** Spreadsheet programs need the byte order mark to read a file as UTF-8 (U-41). */
export const BYTE_ORDER_MARK = '\ufeff';

/** Lines end with CRLF (U-41). */
export function csvLine(cells: readonly CsvCell[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

/** Signs that begin a formula. A spreadsheet with an East Asian keyboard reads the full-width ones alike. */
export const FORMULA_SIGNS = ['=', '+', '-', '@', '\uff1d', '\uff0b', '\uff0d', '\uff20'] as const;

const SIGN = `[${FORMULA_SIGNS.join('').replace('-', '\\-')}]`;
const SIGN_INSIDE = new RegExp(`([;\\t\\r\\n]"*)(?=${SIGN})`, 'g');
const SIGN_AT_START = new RegExp(`^(?:${SIGN}|[\\t\\r\\0])`);

/**
 * Puts an apostrophe before a text that a spreadsheet would run as a formula. A spreadsheet whose locale has a decimal
 * comma splits cells at `;`, where quotes protect neither the `;` nor a line break (S-33).
 */
export function harmless(text: string): string {
  const inside = text.replaceAll(SIGN_INSIDE, "$1'");
  return SIGN_AT_START.test(inside) ? `'${inside}` : inside;
}

const SIGN_AFTER_ESCAPE = new RegExp(`([;\\t\\r\\n]"*)'(?=${SIGN})`, 'g');
const ESCAPE_AT_START = new RegExp(`^'(?=${SIGN}|[\\t\\r\\0])`);

/** Reverses `harmless`, so that a file that the product has written keeps its values when it is read. */
export function withoutEscapes(text: string): string {
  if (!text.includes("'")) return text;
  return text.replace(ESCAPE_AT_START, '').replaceAll(SIGN_AFTER_ESCAPE, '$1');
}

/** Numbers are not escaped. */
export function csvCell(value: CsvCell): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : '';
  const safe = harmless(value);
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
