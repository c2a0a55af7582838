export type CsvCell = string | number | null | undefined;

/** U-41: a spreadsheet needs the mark to read a file as UTF-8. */
export const BYTE_ORDER_MARK = '\ufeff';

/** U-41: lines end in CRLF. */
export function csvLine(cells: readonly CsvCell[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

/**
 * S-33: a text that a spreadsheet would run as a formula gets an apostrophe. A spreadsheet of a country that writes numbers
 * with a comma takes `;` for the end of a cell, and then the quotes around ours neither hold that nor a line break.
 */
export function harmless(text: string): string {
  const inside = text.replaceAll(/([;\t\r\n]"*)(?=[=+\-@])/g, "$1'");
  return /^[=+\-@\t\r\0]/.test(inside) ? `'${inside}` : inside;
}

/** Numbers are left as they are. */
export function csvCell(value: CsvCell): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : '';
  const safe = harmless(value);
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
