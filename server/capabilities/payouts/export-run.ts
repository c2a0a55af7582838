import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { BYTE_ORDER_MARK, csvLine } from '@vialkeep/contract/kernel/csv.ts';
import { exportPayoutRun, payoutCsvColumns } from '@vialkeep/contract/payouts.ts';
import { sql } from 'kysely';
import { audit } from '../../kernel/audit/audit.ts';
import type { Db, Work } from '../../kernel/db/db.ts';
import { handle } from '../../kernel/http/handle.ts';
import { refuseBy } from '../../kernel/http/refuse.ts';
import { getRun, type RunRow } from './payouts.queries.ts';

/** The hash is kept at the first download; later ones have the same bytes, also after payments and new names. */
export const exportPayoutRunHandler = handle(exportPayoutRun, async ({ actor, db, params, write }) => {
  const run = await getRun(db, actor, params.id);
  if (run.state !== 'approved' && run.state !== 'paid') throw refuseBy(exportPayoutRun, 'not_approved');
  const content =
    run.file_sha256 === null
      ? await write((work) => keepFile(work, run))
      : Buffer.from(payoutCsv(run.id, await listFileRows(db, run)));
  return {
    stream: Readable.from([content]),
    bytes: content.length,
    mediaType: 'text/csv; charset=utf-8',
    fileName: `payout-run-${run.id}.csv`,
  };
});

/** The lock of the run keeps a return of this moment from leaving the file after its people were read. */
async function keepFile(work: Work, run: RunRow): Promise<Buffer> {
  await sql`select from payout_runs where id = ${run.id} for no key update`.execute(work.db);
  const people = await listFileRows(work.db, run);
  const content = Buffer.from(payoutCsv(run.id, people));
  const hash = createHash('sha256').update(content).digest('hex');
  const kept = await sql`
    update payout_runs set file_sha256 = decode(${hash}, 'hex'), version = version + 1
    where id = ${run.id} and approvals = ${run.approvals} and state in ('approved', 'paid')
      and (file_sha256 is null or file_sha256 = decode(${hash}, 'hex'))
    returning id`.execute(work.db);
  // By hand a line was paid at this moment, and the run is a draft again.
  if (kept.rows.length === 0) throw refuseBy(exportPayoutRun, 'not_approved');
  await audit(work, {
    domainId: run.domain_id,
    action: 'payouts.export_run',
    subject: 'payout_run',
    subjectId: run.id,
    facts: {
      sha256: hash,
      people: people.length,
      cents: people.reduce((sum, { cents }) => sum + cents, 0),
      approved_alone: run.approved_by === run.made_by,
    },
  });
  return content;
}

type FileRow = {
  readonly person_id: number;
  readonly name: string;
  readonly reference: string;
  readonly cents: number;
};

/** The people of the last approval, as they were then. */
async function listFileRows(db: Db, { id, approvals }: RunRow): Promise<FileRow[]> {
  const { rows } = await sql<FileRow>`
    select person_id, coalesce(payee_name, '') as name, coalesce(payee_reference, '') as reference, cents::float8 as cents
    from payout_people where run_id = ${id} and approval = ${approvals} order by person_id`.execute(db);
  return rows;
}

/** One row for each payee; the last row has their count and the total. */
export function payoutCsv(runId: number, people: readonly FileRow[]): string {
  const total = people.reduce((sum, { cents }) => sum + cents, 0);
  const rows = [
    ...people.map(({ person_id, name, reference, cents }) => [
      runId,
      person_id,
      name,
      reference,
      formatDecimal(cents),
      `Commission, payout run #${runId}`,
    ]),
    ['TOTAL', people.length, '', '', formatDecimal(total), ''],
  ];
  return BYTE_ORDER_MARK + csvLine(payoutCsvColumns) + rows.map(csvLine).join('');
}

/** 123450 → '1234.50'. */
function formatDecimal(cents: number): string {
  return `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;
}
