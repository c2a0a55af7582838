import { exportTransactionsCsv, exportTransactionsXlsx } from '@vialkeep/contract/transactions.ts';
import { streamedFile } from '../../kernel/http/forms/streamed-file.ts';
import { handle } from '../../kernel/http/handle.ts';
import { csvReport } from './report/csv-report.ts';
import { xlsxReport } from './report/xlsx-report.ts';
import { filtersOf } from './transactions.filters.ts';

/** Exports all transactions that match the filters (F142). */
export const exportTransactionsCsvHandler = handle(
  exportTransactionsCsv,
  async ({ actor, db, query, request, services }) =>
    streamedFile(
      { by: actor.userId, requestId: request.id, log: services.log },
      {
        fileName: fileName('csv'),
        mediaType: 'text/csv; charset=utf-8',
        chunks: csvReport(db, await filtersOf(db, actor, query)),
      },
    ),
);

export const exportTransactionsXlsxHandler = handle(
  exportTransactionsXlsx,
  async ({ actor, db, query, request, services }) =>
    streamedFile(
      { by: actor.userId, requestId: request.id, log: services.log },
      {
        fileName: fileName('xlsx'),
        mediaType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
        chunks: xlsxReport(db, await filtersOf(db, actor, query)),
      },
    ),
);

/** The documented file name (U-30). */
function fileName(ending: 'csv' | 'xlsx'): string {
  return `transaction_report_${new Date().toISOString()}.${ending}`;
}
