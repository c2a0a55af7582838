import { BYTE_ORDER_MARK, type CsvCell, csvLine } from '@vialkeep/contract/kernel/csv.ts';

/** U-41: UTF-8 with its mark, the header first. */
export function csv(header: readonly string[], rows: readonly (readonly CsvCell[])[]): string {
  return BYTE_ORDER_MARK + [header, ...rows].map(csvLine).join('');
}

export function download(name: string, content: string | Blob, type = 'text/csv;charset=utf-8'): void {
  const address = URL.createObjectURL(new Blob([content], { type }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  // The browser reads the address after the click has been handled.
  setTimeout(() => URL.revokeObjectURL(address), 0);
}
