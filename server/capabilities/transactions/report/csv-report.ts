import { BYTE_ORDER_MARK, csvCell, csvLine } from '@vialkeep/contract/kernel/csv.ts';
import type { Db } from '../../../kernel/db/db.ts';
import type { Filters } from '../transactions.filters.ts';
import { reportColumns } from './report-columns.ts';
import { reportBatches } from './report-rows.ts';
import { type CellFormat, openReportWriter } from './report-writer.ts';

export async function* csvReport(db: Db, filters: Filters): AsyncGenerator<string> {
  const write = await openReportWriter(db, newPen());
  // The header is sent with the first rows, so that a failing query can still be answered with an error.
  let head = `${BYTE_ORDER_MARK}${csvLine(reportColumns)}`;
  for await (const rows of reportBatches(db, filters)) {
    yield `${head}${(await write(rows)).join('\r\n')}\r\n`;
    head = '';
  }
  yield head;
}

function newPen(): CellFormat {
  return { between: ',', nothing: '', text: csvCell, number: String, amount: dollars, moment: momentWriter() };
}

function dollars(cents: number): string {
  const digits = String(cents).padStart(3, '0');
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

const DAY_SECONDS = 86_400;
const twoDigits = Array.from({ length: 60 }, (_, value) => String(value).padStart(2, '0'));

/** Rows are sorted by time, so each day is formatted once and not for every row. */
function momentWriter(): (seconds: number) => string {
  let day = Number.NaN;
  let written = '';
  return (seconds) => {
    const begins = seconds - (seconds % DAY_SECONDS);
    if (begins !== day) {
      day = begins;
      written = new Date(begins * 1_000).toISOString().slice(0, 10);
    }
    const minutes = Math.floor((seconds - begins) / 60);
    return `${written} ${twoDigits[Math.floor(minutes / 60)]}:${twoDigits[minutes % 60]}:${twoDigits[seconds % 60]}`;
  };
}
