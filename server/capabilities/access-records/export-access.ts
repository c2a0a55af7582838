import { accessCsvColumns, exportAccess } from '@vialkeep/contract/access-records.ts';
import { readingKinds } from '@vialkeep/contract/kernel/reads.ts';
import { sql } from 'kysely';
import { copiedCsv } from '../../kernel/http/forms/copied-csv.ts';
import { exportedFile } from '../../kernel/http/forms/exported-file.ts';
import { handle } from '../../kernel/http/handle.ts';
import { matchingAccess } from './matching-access.ts';

export const exportAccessHandler = handle(exportAccess, async (call) => {
  const { db, actor, query } = call;
  const kinds = sql`(array[${sql.join(readingKinds)}]::text[])[record.what + 1]`;
  const rows = matchingAccess(db, actor, query, null)
    .select([
      sql`to_char(record.at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`.as('at'),
      'domains.name',
      'record.actor_id',
      'record.user_id',
      kinds.as('kind'),
      'record.subject_id',
      'record.object',
      sql`array_to_string(record.seen, ' ')`.as('seen'),
      'record.reason',
      'record.inspection_id',
    ])
    .orderBy('record.at', 'desc');
  return exportedFile(call, {
    fileName: `openings-${new Date().toISOString()}.csv`,
    mediaType: 'text/csv; charset=utf-8',
    chunks: (connection) => copiedCsv(connection, accessCsvColumns, rows.compile()),
  });
});
