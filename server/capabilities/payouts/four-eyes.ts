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

/** The run itself, the runs that its maker has approved alone, and what such a run paid before it was a draft again. */
async function sumApprovedAlone(db: Db, { id, domain_id, made_by }: OwnRun): Promise<number> {
  const { rows } = await sql<{ cents: number }>`
    select coalesce(sum(payee.cents), 0)::float8 as cents
    from payout_runs run join payout_people payee on payee.run_id = run.id
    where run.domain_id = ${domain_id} and (run.id = ${id} or run.made_by = ${made_by}
      and run.approved_by = run.made_by and run.approved_at > now() - interval '1 day'
      and (run.state in ('approved', 'paid') or run.state = 'draft' and payee.state = 'paid'))`.execute(db);
  return rows[0]?.cents ?? 0;
}

/** Approvals of a site by makers follow each other until the end of the transaction, so that each counts the others. */
export async function holdOwnApprovals(db: Db, domainId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(6302, ${domainId})`.execute(db);
}
