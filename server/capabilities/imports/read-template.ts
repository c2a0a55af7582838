import { Readable } from 'node:stream';
import { importFields } from '@vialkeep/contract/import-fields.ts';
import { readImportTemplate } from '@vialkeep/contract/imports.ts';
import { BYTE_ORDER_MARK, csvLine } from '@vialkeep/contract/kernel/csv.ts';
import { handle } from '../../kernel/http/handle.ts';
import { textCell, workbook } from '../transactions/index.ts';

export const readImportTemplateHandler = handle(readImportTemplate, async ({ params: { kind }, query }) => {
  const fields = importFields[kind];
  const headers = fields.map(({ name }) => name);
  const example = fields.map((field) => field.example);
  if (query.format === 'xlsx') {
    return {
      stream: Readable.from(workbook({ name: kind, columns: headers, batches: batchOf(example) })),
      mediaType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      fileName: `${kind}.xlsx`,
    };
  }
  return {
    stream: Readable.from([Buffer.from(`${BYTE_ORDER_MARK}${csvLine(headers)}${csvLine(example)}`)]),
    mediaType: 'text/csv; charset=utf-8',
    fileName: `${kind}.csv`,
  };
});

async function* batchOf(cells: readonly string[]): AsyncGenerator<readonly string[]> {
  yield [cells.map(textCell).join('')];
}
