import { sql } from 'kysely';
import type { Db } from '../../kernel/db/db.ts';
import { readSiteMoneySettings } from '../money-settings/index.ts';

type OwnRun = { readonly id: number; readonly domain_id: number; readonly made_by: number | null };

/**
 * Whether a draft needs an approver other than its maker. What the maker approved alone on the site within the last day
 * counts too, so that two smaller runs need one as well.
 */
export async function needsSecond(db: Db, run: OwnRun): Promise<boolean> {
  const { approval_cents } = await readSiteMoneySettings(db, run.domain_id);
  return (await sumApprovedAlone(db, run)) >= approval_cents;
}

/**
 * The run itself, and what its maker has approved alone: every file that was downloaded, because bank or payroll may have
 * it whatever became of the run, and the runs without a file, of those that are drafts again what they have paid.
 */
async function sumApprovedAlone(db: Db, { id, domain_id, made_by }: OwnRun): Promise<number> {
  const { rows } = await sql<{ cents: number }>`
    with recent as (
      select run.id, run.file_sha256 is not null as has_file, run.state, run.approved_by = run.made_by as is_alone
      from payout_runs run where run.domain_id = ${domain_id} and run.made_by = ${made_by}
        and run.approved_at > now() - interval '1 day'
    ), files as (
      select subject_id::integer as run_id, (facts ->> 'cents')::bigint as cents from audit_log
      where subject = 'payout_run' and subject_id in (select recent.id::text from recent)
        and action = 'payouts.export_run' and (facts ->> 'approved_alone')::boolean and at > now() - interval '1 day'
    ), without_file as (
      select payee.cents from recent join payout_people payee on payee.run_id = recent.id
      where recent.is_alone and not recent.has_file and recent.id <> ${id} and (recent.state in ('approved', 'paid')
        or recent.state = 'draft' and payee.state = 'paid' and not exists (select from files where run_id = recent.id))
    )
    select (coalesce((select sum(cents) from payout_people where run_id = ${id}), 0)
      + coalesce((select sum(cents) from files), 0)
      + coalesce((select sum(cents) from without_file), 0))::float8 as cents`.execute(db);
  return rows[0]?.cents ?? 0;
}

/** Whether a payment to this administrator is due by the run: they do not decide on it. */
export async function isPayee(db: Db, runId: number, userId: number, among?: readonly number[]): Promise<boolean> {
  if (among !== undefined && !among.includes(userId)) return false;
  const payee = await db
    .selectFrom('payout_people')
    .select('person_id')
    .where('run_id', '=', runId)
    .where('person_id', '=', userId)
    .where('state', '=', 'due')
    .executeTakeFirst();
  return payee !== undefined;
}

/** Approvals of a site by makers follow each other until the end of the transaction, so that each counts the others. */
export async function holdOwnApprovals(db: Db, domainId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(6302, ${domainId})`.execute(db);
}
