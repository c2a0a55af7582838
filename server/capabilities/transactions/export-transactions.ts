import { BYTE_ORDER_MARK, csvCell } from '@vialkeep/contract/kernel/csv.ts';
import { exportTransactionsCsv, exportTransactionsXlsx } from '@vialkeep/contract/transactions.ts';
import { type ReportCell, transactionReportColumns } from '@vialkeep/contract/transactions-csv.ts';
import type { Db } from '../../kernel/db/db.ts';
import { type Call, handle } from '../../kernel/http/handle.ts';
import { streamedFile } from '../../kernel/http/streamed-file.ts';
import { transactionBatches } from './transaction-pages.ts';
import { type Filters, filtersOf } from './transactions.filters.ts';
import { presentListed } from './transactions.present.ts';
import { type NamedPerson, namesOf, peopleIn, type SoldRow } from './transactions.queries.ts';
import { workbook } from './workbook/workbook.ts';

/** How many transactions are in memory at once. */
const AT_ONCE = 2_000;
/** And how many names: those who sell come again and again, a patient hardly ever. */
const NAMES_KEPT = 20_000;

/** F142: everything the filters leave. */
export const exportTransactionsCsvHandler = handle(exportTransactionsCsv, async (call) =>
  streamedFile(call.services.log, call.request.id, {
    fileName: fileName('csv'),
    mediaType: 'text/csv; charset=utf-8',
    chunks: csvLines(call.db, await filtersFor(call)),
  }),
);

export const exportTransactionsXlsxHandler = handle(exportTransactionsXlsx, async (call) =>
  streamedFile(call.services.log, call.request.id, {
    fileName: fileName('xlsx'),
    mediaType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    chunks: workbook({ name: 'Transactions', columns, batches: cells(call.db, await filtersFor(call)) }),
  }),
);

const columns = transactionReportColumns.map(([name]) => name);

function filtersFor({ actor, db, query }: Call<typeof exportTransactionsCsv>): Promise<Filters> {
  return filtersOf(db, actor, query);
}

/** U-30 */
function fileName(ending: 'csv' | 'xlsx'): string {
  return `transaction_report_${new Date().toISOString()}.${ending}`;
}

async function* csvLines(db: Db, filters: Filters): AsyncGenerator<string> {
  // It travels with the first rows, so that nothing is sent before they could be read.
  let text = `${BYTE_ORDER_MARK}${columns.map(csvCell).join(',')}\r\n`;
  for await (const rows of cells(db, filters)) {
    for (const row of rows) text += `${row.map(written).join(',')}\r\n`;
    yield text;
    text = '';
  }
  yield text;
}

function written(cell: ReportCell): string {
  if (typeof cell !== 'object' || cell === null) return csvCell(cell);
  return 'amount' in cell ? cell.amount.toFixed(2) : cell.moment.slice(0, 19).replace('T', ' ');
}

async function* cells(db: Db, filters: Filters): AsyncGenerator<ReportCell[][]> {
  const names = new Map<number, NamedPerson>();
  const isUnknown = (id: number) => !names.has(id);
  const cellsOf = (row: SoldRow) => {
    const sold = presentListed(row, names);
    return transactionReportColumns.map(([, cell]) => cell(sold));
  };
  for await (const rows of transactionBatches(db, filters, AT_ONCE)) {
    if (names.size > NAMES_KEPT) names.clear();
    for (const [id, person] of await namesOf(db, peopleIn(rows).filter(isUnknown))) names.set(id, person);
    yield rows.map(cellsOf);
  }
}
