/** Parses a CSV file as a spreadsheet does. */
export function cellsOf(text: string): string[][] {
  const rows: string[][] = [[]];
  for (const [, end, quoted, plain] of text.matchAll(/(^|,|\r?\n)(?:"((?:[^"]|"")*)"|([^",\r\n]*))/g)) {
    if (end?.endsWith('\n')) rows.push([]);
    rows.at(-1)?.push(quoted === undefined ? (plain ?? '') : quoted.replaceAll('""', '"'));
  }
  return rows.at(-1)?.join('') === '' ? rows.slice(0, -1) : rows;
}
