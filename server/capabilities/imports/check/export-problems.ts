import { Readable } from 'node:stream';
import { exportImportProblems, ProblemReason } from '@vialkeep/contract/imports.ts';
import { BYTE_ORDER_MARK, csvLine } from '@vialkeep/contract/kernel/csv.ts';
import { sql } from 'kysely';
import type { Db } from '../../../kernel/db/db.ts';
import { handle } from '../../../kernel/http/handle.ts';
import { orNotFound } from '../../../kernel/http/refuse.ts';
import type { Files } from '../../../ports/files.ts';
import { type FileFormat, openRows } from '../files/file-rows.ts';
import { chunksOf } from '../files/read-chunks.ts';
import { Mapping } from '../imports.present.ts';
import { type FileRecord, requireFile } from '../imports.queries.ts';
import { problemMessages } from './problem-messages.ts';

/** Rows whose problems are read at a time. */
const ROWS_AT_ONCE = 2_000;

/** The rows are read from the file again, so that they leave as they came, but for formulas (S-33). */
export const exportImportProblemsHandler = handle(
  exportImportProblems,
  async ({ actor, db, noteSubjects, params, proof, query, services }) => {
    const file = await requireFile(db, params.id, query.file);
    if (actor.key === null) await proof.require();
    if (file.completed_at === null || file.emptied_at !== null) orNotFound(null);
    noteSubjects([]);
    return {
      stream: Readable.from(problemLines(db, services.files, file)),
      mediaType: 'text/csv; charset=utf-8',
      fileName: `problems-${file.id}.csv`,
    };
  },
);

async function* problemLines(db: Db, files: Files, file: FileRecord): AsyncGenerator<Buffer> {
  const chunks = await chunksOf(db, file.id);
  // @NOTE it was written from this type when the file was completed.
  const { headers, rows } = await openRows(files, chunks, file.format as FileFormat);
  yield Buffer.from(`${BYTE_ORDER_MARK}${csvLine([...headers, 'Problem'])}`);
  let words = new Map<number, string>();
  let until = 0;
  for await (const { row, cells } of rows) {
    if (row > until) {
      until = row + ROWS_AT_ONCE;
      words = await readProblems(db, file, row, until);
    }
    const problem = words.get(row);
    if (problem !== undefined) {
      yield Buffer.from(csvLine([...headers.map((_, index) => storable(cells[index] ?? '')), problem]));
    }
  }
}

async function readProblems(db: Db, file: FileRecord, from: number, until: number): Promise<Map<number, string>> {
  const mapping = Mapping.parse(file.mapping);
  const { rows } = await sql<{ row_no: number; problems: { field: string; reason: string }[] }>`
    select row_no, problems from import_rows
    where file_id = ${file.id} and row_no between ${from} and ${until} and problems <> '[]'`.execute(db);
  return new Map(
    rows.map(({ row_no, problems }) => {
      const told = problems.map(({ field, reason }) => {
        const header = Object.keys(mapping).find((name) => mapping[name] === field) ?? field;
        return `${header}: ${problemMessages[ProblemReason.parse(reason)]}`;
      });
      return [row_no, [...new Set(told)].join(' ')];
    }),
  );
}

/** A spreadsheet cannot open a file with these. */
function storable(cell: string): string {
  return cell.replaceAll('\0', '\ufffd').toWellFormed();
}
