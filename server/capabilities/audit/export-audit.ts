import { exportAudit } from '@vialkeep/contract/audit.ts';
import { BYTE_ORDER_MARK, csvLine } from '@vialkeep/contract/kernel/csv.ts';
import { sql } from 'kysely';
import { streamedFile } from '../../kernel/http/forms/streamed-file.ts';
import { type Call, handle } from '../../kernel/http/handle.ts';
import { peopleOf, presentAudit, readableChanges } from './audit.present.ts';
import { auditRows, matchingRows } from './audit.queries.ts';

const COLUMNS = [
  'at',
  'site',
  'actor',
  'actor_id',
  'account',
  'account_id',
  'action',
  'subject',
  'subject_id',
  'facts',
  'changes',
  'address',
  'device',
  'request_id',
] as const;

const AT_ONCE = 1_000;

export const exportAuditHandler = handle(exportAudit, (call) =>
  streamedFile(
    { requestId: call.request.id, log: call.services.log },
    {
      fileName: `changes-${new Date().toISOString()}.csv`,
      mediaType: 'text/csv; charset=utf-8',
      chunks: csvOf(call),
    },
  ),
);

/** Personal values are sealed, so that the rows are decrypted here and cannot be copied by the database. */
async function* csvOf(call: Call<typeof exportAudit>): AsyncGenerator<string> {
  const { db, services } = call;
  yield BYTE_ORDER_MARK + csvLine(COLUMNS);
  let place: Place = { domain_id: 0, position: 0 };
  for (;;) {
    const rows = await readRowsAfter(call, place);
    const [people, changes] = await Promise.all([peopleOf(db, rows), readableChanges(db, services.dataKey, rows)]);
    yield rows.map((row, index) => lineOf(presentAudit(row, people, changes[index] ?? {}))).join('');
    place = rows.at(-1) ?? place;
    if (rows.length < AT_ONCE) return;
  }
}

type Place = { readonly domain_id: number; readonly position: number };

/** The next rows in the order of the chains, which no new row can change. */
function readRowsAfter({ actor, db, query }: Call<typeof exportAudit>, { domain_id, position }: Place) {
  return auditRows(matchingRows(db, actor, query))
    .where(sql<boolean>`(audit_log.domain_id, audit_log.position) > (${domain_id}, ${position})`)
    .orderBy('audit_log.domain_id')
    .orderBy('audit_log.position')
    .limit(AT_ONCE)
    .execute();
}

function lineOf(row: ReturnType<typeof presentAudit>): string {
  return csvLine([
    row.at,
    row.site,
    row.actor?.name,
    row.actor?.id,
    row.user?.name,
    row.user?.id,
    row.action,
    row.subject,
    row.subject_id,
    JSON.stringify(row.facts),
    JSON.stringify(row.changes),
    row.address,
    row.device,
    row.request_id,
  ]);
}
