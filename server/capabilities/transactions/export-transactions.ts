import { exportTransactionsCsv, exportTransactionsXlsx } from '@vialkeep/contract/transactions.ts';
import { exportedFile } from '../../kernel/http/forms/exported-file.ts';
import { handle } from '../../kernel/http/handle.ts';
import { csvReport } from './report/csv-report.ts';
import { xlsxReport } from './report/xlsx-report.ts';
import { filtersOf } from './transactions.filters.ts';

/** Exports all transactions that match the filters (F142). */
export const exportTransactionsCsvHandler = handle(exportTransactionsCsv, async (call) => {
  const filters = await filtersOf(call.db, call.actor, call.query);
  return exportedFile(call, {
    fileName: fileName('csv'),
    mediaType: 'text/csv; charset=utf-8',
    chunks: (connection) => csvReport(call.db, connection, filters),
  });
});

export const exportTransactionsXlsxHandler = handle(exportTransactionsXlsx, async (call) => {
  const filters = await filtersOf(call.db, call.actor, call.query);
  return exportedFile(call, {
    fileName: fileName('xlsx'),
    mediaType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    chunks: (connection) => xlsxReport(call.db, connection, filters),
  });
});

/** The documented file name (U-30). */
function fileName(ending: 'csv' | 'xlsx'): string {
  return `transaction_report_${new Date().toISOString()}.${ending}`;
}
