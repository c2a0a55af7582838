import { listImportProblems, ProblemReason } from '@vialkeep/contract/imports.ts';
import { ImportFileId } from '@vialkeep/contract/kernel/ids.ts';
import { sql } from 'kysely';
import { handle } from '../../../kernel/http/handle.ts';
import { Mapping } from '../imports.present.ts';
import { filesOf, requireImport } from '../imports.queries.ts';
import { problemMessages } from './problem-messages.ts';

type ProblemRow = {
  readonly file_id: number;
  readonly row_no: number;
  readonly field: string;
  readonly value: string | null;
  readonly reason: string;
};

export const listImportProblemsHandler = handle(listImportProblems, async ({ db, noteSubjects, params, query }) => {
  const row = await requireImport(db, params.id);
  const files = new Map((await filesOf(db, row.id)).map((file) => [file.id, file]));
  const problems = sql`select row.file_id, row.row_no, problem ->> 'field' as field, problem ->> 'value' as value,
      problem ->> 'reason' as reason
    from import_rows row cross join jsonb_array_elements(row.problems) problem
    where row.import_id = ${row.id} and row.problems <> '[]'
      and (${query.file ?? null}::integer is null or row.file_id = ${query.file ?? null}::integer)`;
  const [{ rows }, { rows: counted }] = await Promise.all([
    sql<ProblemRow>`select * from (${problems}) problem order by file_id, row_no, field, reason
      limit ${query.limit} offset ${query.offset}`.execute(db),
    sql<{ count: number }>`select count(*)::integer as count from (${problems}) problem`.execute(db),
  ]);
  // Cells that cannot be taken are of people who have no account.
  noteSubjects([]);
  return {
    count: counted[0]?.count ?? 0,
    results: rows.map((problem) => {
      const file = files.get(problem.file_id);
      const mapping = Mapping.parse(file?.mapping ?? {});
      const reason = ProblemReason.parse(problem.reason);
      return {
        file_id: ImportFileId.parse(problem.file_id),
        file: file?.name ?? '',
        row: problem.row_no,
        column: Object.keys(mapping).find((header) => mapping[header] === problem.field) ?? problem.field,
        value: problem.value ?? '',
        reason,
        message: problemMessages[reason],
      };
    }),
  };
});
