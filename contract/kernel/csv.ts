export type CsvCell = string | number | null | undefined;

/** Spreadsheet programs need the byte order mark to read a file as UTF-8 (U-41). */
export const BYTE_ORDER_MARK = '\ufeff';

/** Lines end with CRLF (U-41). */
export function csvLine(cells: readonly CsvCell[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

/**
 * Puts an apostrophe before a text that a spreadsheet would run as a formula. A spreadsheet whose locale has a decimal
 * comma splits cells at `;`, where quotes protect neither the `;` nor a line break (S-33).
 */
export function harmless(text: string): string {
  const inside = text.replaceAll(/([;\t\r\n]"*)(?=[=+\-@])/g, "$1'");
  return /^[=+\-@\t\r\0]/.test(inside) ? `'${inside}` : inside;
}

/** Numbers are not escaped. */
export function csvCell(value: CsvCell): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : '';
  const safe = harmless(value);
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
