import { BYTE_ORDER_MARK, csvCell, csvLine } from '@vialkeep/contract/kernel/csv.ts';
import type { CompiledQuery } from 'kysely';
import { cellsIn } from '../../db/copy-out.ts';
import type { ExportConnection } from '../../db/export-connection.ts';

/** A CSV file of the rows of a query, which has a cell for each of these columns and no negative number. */
export async function* copiedCsv(
  connection: ExportConnection,
  columns: readonly string[],
  query: CompiledQuery,
): AsyncGenerator<Buffer> {
  // The header is sent with the first rows, so that a failing query can still be answered with an error.
  let head = Buffer.from(`${BYTE_ORDER_MARK}${csvLine(columns)}`);
  for await (const lines of connection.copyOut(query)) {
    const formatted = formatLines(lines);
    yield head.length === 0 ? formatted : Buffer.concat([head, formatted]);
    head = Buffer.alloc(0);
  }
  if (head.length > 0) yield head;
}

/** What `csvCell` may change, and the backslashes of `COPY`. */
const SPECIAL = /["\\]|(?:^|[,\n;])[=+\-@]/;

/** Most texts are written as they are, so only lines with special characters are taken apart. */
function formatLines(lines: Buffer): Buffer {
  // Every byte is one character here, which is faster than decoding; special characters are single bytes.
  const bytes = lines.toString('latin1');
  if (!SPECIAL.test(bytes)) return Buffer.from(`${bytes.replaceAll('\n', '\r\n')}\r\n`, 'latin1');
  const formatted = lines
    .toString()
    .split('\n')
    .map((line) => (SPECIAL.test(line) ? cellsIn(line).map(csvCell).join(',') : line));
  return Buffer.from(`${formatted.join('\r\n')}\r\n`);
}
