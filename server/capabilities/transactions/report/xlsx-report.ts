import { harmless } from '@vialkeep/contract/kernel/csv.ts';
import type { Db } from '../../../kernel/db/db.ts';
import type { ExportConnection } from '../../../kernel/db/export-connection.ts';
import type { Filters } from '../transactions.filters.ts';
import { amountCell, EMPTY_CELL, momentCell, numberCell, textCell } from '../workbook/cells.ts';
import { workbook } from '../workbook/workbook.ts';
import { reportColumns } from './report-columns.ts';
import { reportBatches } from './report-rows.ts';
import { type CellFormat, openReportWriter } from './report-writer.ts';

export function xlsxReport(db: Db, connection: ExportConnection, filters: Filters): AsyncGenerator<Uint8Array> {
  return workbook({ name: 'Transactions', columns: reportColumns, batches: writtenRows(db, connection, filters) });
}

async function* writtenRows(db: Db, connection: ExportConnection, filters: Filters): AsyncGenerator<string[]> {
  const write = await openReportWriter(db, pen);
  for await (const rows of reportBatches(db, connection, filters)) yield write(rows);
}

const pen: CellFormat = {
  between: '',
  nothing: EMPTY_CELL,
  text: (text) => textCell(harmless(text)),
  number: numberCell,
  amount: (cents) => amountCell(cents / 100),
  moment: momentCell,
};
