import { BYTE_ORDER_MARK, csvCell, csvLine, FORMULA_SIGNS } from '@vialkeep/contract/kernel/csv.ts';
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

/** A sign of a formula, by its bytes. */
const SIGN = `(?:${FORMULA_SIGNS.map((sign) => Buffer.from(sign).toString('hex').replaceAll(/../g, '\\x$&')).join('|')})`;
/** A cell with one of these is written by `COPY` in another way than in a CSV file, or is escaped in its middle. */
const IN_A_CELL = new RegExp(`["\\\\]|;${SIGN}`);
/** A cell that would run as a formula. */
const FORMULA = new RegExp(`(^|[,\\n])(${SIGN}[^,\\n]*)`, 'g');

/** Most texts are written as they are, so only cells with special characters are taken out. */
function formatLines(lines: Buffer): Buffer {
  // Every byte is one character here, which is faster than decoding.
  const bytes = lines.toString('latin1');
  const formatted = IN_A_CELL.test(bytes)
    ? bytes.split('\n').map(formatLine).join('\r\n')
    : escapeFormulas(bytes).replaceAll('\n', '\r\n');
  return Buffer.from(`${formatted}\r\n`, 'latin1');
}

function formatLine(line: string): string {
  return IN_A_CELL.test(line) ? cellsIn(line).map(escapeCell).join(',') : escapeFormulas(line);
}

function escapeFormulas(cells: string): string {
  return cells.replaceAll(FORMULA, (_, before: string, cell: string) => before + escapeCell(cell));
}

function escapeCell(bytes: string): string {
  return Buffer.from(csvCell(Buffer.from(bytes, 'latin1').toString())).toString('latin1');
}
