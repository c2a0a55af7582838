export type CsvCell = string | number | null | undefined;

// U-41: a spreadsheet needs the mark to read the file as UTF-8.
const BYTE_ORDER_MARK = '\ufeff';

/** U-41: UTF-8 with its mark, lines ending in CRLF, the header first. */
export function csv(header: string[], rows: CsvCell[][]): string {
  return BYTE_ORDER_MARK + [header, ...rows].map((row) => `${row.map(csvCell).join(',')}\r\n`).join('');
}

/** S-33: a text that a spreadsheet would run as a formula gets an apostrophe; numbers are left as they are. */
export function csvCell(value: CsvCell): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : '';
  const safe = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

export function download(name: string, text: string, type = 'text/csv;charset=utf-8'): void {
  const address = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  // The browser reads the address after the click has been handled.
  setTimeout(() => URL.revokeObjectURL(address), 0);
}
