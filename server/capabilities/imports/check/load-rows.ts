import { DateFormat, ImportKind } from '@vialkeep/contract/import-fields.ts';
import { type MissingEmail, ValueMap } from '@vialkeep/contract/imports.ts';
import { sql } from 'kysely';
import type { Services } from '../../../kernel/services.ts';
import { type FileFormat, type FileRow, openRows } from '../files/file-rows.ts';
import { chunksOf } from '../files/read-chunks.ts';
import { Mapping } from '../imports.present.ts';
import type { FileRecord } from '../imports.queries.ts';
import { type ParseOptions, parseRow } from './parse-row.ts';

/** Rows that are in memory at a time. */
const ROWS_AT_ONCE = 5_000;

type Loading = {
  readonly services: Pick<Services, 'store' | 'files'>;
  readonly file: FileRecord;
  readonly missingEmail: MissingEmail;
  readonly products: ReadonlyMap<string, number>;
  readonly onRows: (rows: number) => Promise<void>;
};

/** Reads a file again and writes what its rows say into the import's own table. Returns the number of rows. */
export async function loadRows({ services, file, missingEmail, products, onRows }: Loading): Promise<number> {
  const { store, files } = services;
  const chunks = await chunksOf(store.read('platform'), file.id);
  // @NOTE it was written from this type when the file was completed.
  const format = file.format as FileFormat;
  const { headers, rows } = await openRows(files, chunks, format);
  const fields = fieldsByColumn(headers, Mapping.parse(file.mapping));
  const options: ParseOptions = {
    kind: ImportKind.parse(file.kind),
    missingEmail,
    valueMap: ValueMap.parse(file.value_map),
    products,
    format: file.date_format === null ? null : DateFormat.parse(file.date_format),
    date1904: format.type === 'xlsx' && format.date1904,
  };
  await store.unaudited('what an earlier check found, which is found again', (db) =>
    db.deleteFrom('import_rows').where('file_id', '=', file.id).execute(),
  );
  let count = 0;
  let batch: object[] = [];
  const flush = async () => {
    await insertRows(services, file, batch);
    count += batch.length;
    batch = [];
    await onRows(count);
  };
  for await (const row of rows) {
    batch.push(loadedRow(row, fields, options));
    if (batch.length === ROWS_AT_ONCE) await flush();
  }
  await flush();
  return count;
}

function loadedRow({ row, cells }: FileRow, fields: readonly (string | null)[], options: ParseOptions): object {
  const named = new Map<string, string>();
  for (const [index, field] of fields.entries()) if (field !== null) named.set(field, cells[index] ?? '');
  const { key, email, data, problems } = parseRow(named, options);
  return { row_no: row, key, email, data, problems, state: problems.length > 0 ? 'bad' : 'new' };
}

function fieldsByColumn(headers: readonly string[], mapping: Mapping): (string | null)[] {
  return headers.map((header) => mapping[header] ?? null);
}

async function insertRows({ store }: Loading['services'], file: FileRecord, rows: readonly object[]): Promise<void> {
  if (rows.length === 0) return;
  await store.unaudited('rows of a file, which are checked next', (db) =>
    sql`insert into import_rows (file_id, row_no, domain_id, import_id, kind, key, email, data, problems, state)
      select ${file.id}::integer, row.row_no, ${file.domain_id}::integer, ${file.import_id}::integer, ${file.kind}::text,
        row.key, row.email, row.data, row.problems, row.state
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        row (row_no integer, key text, email text, data jsonb, problems jsonb, state text)`.execute(db),
  );
}
