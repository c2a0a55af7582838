import type { PayeeState, RunState } from '@vialkeep/contract/payouts.ts';
import { sql } from 'kysely';
import type { Db, Work } from '../../kernel/db/db.ts';
import type { PageRange } from '../../kernel/db/fixed-limit.ts';
import { orNotFound } from '../../kernel/http/refuse.ts';
import type { Actor } from '../../kernel/session/actor.ts';

/** Limits rows to the sites of an administrator. The connection's scope enforces the same a second time. */
export function onSitesOf({ scope }: Actor) {
  return sql<boolean>`${scope === 'platform' ? sql`true` : sql`payout_runs.domain_id = ${scope}`}`;
}

/** The drafts that wait for their approval. */
export function runsToApprove(db: Db, actor: Actor) {
  return db.selectFrom('payout_runs').where('state', '=', 'draft').where(onSitesOf(actor));
}

export type LockedRun = {
  readonly id: number;
  readonly domain_id: number;
  readonly state: RunState;
  readonly made_by: number | null;
  readonly made_on: string;
  readonly version: number;
};

const RUN_TIMEOUT_MS = 600_000;

/** A run of a large site changes hundreds of thousands of lines in one statement, which takes longer than any other call. */
export async function allowLongRun(work: Work): Promise<void> {
  await sql`select set_config('statement_timeout', ${String(RUN_TIMEOUT_MS)}, true)`.execute(work.db);
}

/** Locks a run together with the sales of its lines; 404 for one of another site. */
export async function lockRun(work: Work, actor: Actor, id: number): Promise<LockedRun> {
  await allowLongRun(work);
  const { rows } = await sql<LockedRun>`
    select id, domain_id, state, made_by, day_of(made_at)::text as made_on, version
    from lock_payout_run(${id}) payout_runs where ${onSitesOf(actor)}`.execute(work.db);
  return orNotFound(rows[0]);
}

export type RunRow = {
  readonly id: number;
  readonly domain_id: number;
  readonly site: string;
  readonly cutoff: string;
  readonly state: RunState;
  readonly made_at: Date;
  readonly cents: number;
  readonly people: number;
  readonly made_by: number | null;
  readonly maker: string | null;
  readonly approved_by: number | null;
  readonly approver: string | null;
  readonly approved_at: Date | null;
  readonly approvals: number;
  readonly file_sha256: string | null;
  readonly version: number;
};

/** Runs with their sums, newest first. A payment that was returned before any file named it is in no sum. */
export async function listRuns(db: Db, condition: ReturnType<typeof onSitesOf>, page: PageRange): Promise<RunRow[]> {
  const { rows } = await sql<RunRow>`
    select payout_runs.id, payout_runs.domain_id, domains.name as site, payout_runs.cutoff::text as cutoff, payout_runs.state,
      payout_runs.made_at, sums.cents, sums.people, payout_runs.made_by, maker.username as maker, payout_runs.approved_by,
      approver.username as approver, payout_runs.approved_at, payout_runs.approvals,
      encode(payout_runs.file_sha256, 'hex') as file_sha256, payout_runs.version
    from payout_runs join domains on domains.id = payout_runs.domain_id
      left join account_names maker on maker.id = payout_runs.made_by
      left join account_names approver on approver.id = payout_runs.approved_by,
      lateral (select coalesce(sum(cents), 0)::float8 as cents, count(*)::integer as people
        from payout_people where run_id = payout_runs.id and (state <> 'returned' or approval > 0)) sums
    where ${condition}
    order by payout_runs.id desc limit ${page.limit} offset ${page.offset}`.execute(db);
  return rows;
}

/** A run that the administrator sees; 404 for one of another site. */
export async function getRun(db: Db, actor: Actor, id: number): Promise<RunRow> {
  const [run] = await listRuns(db, sql`payout_runs.id = ${id} and ${onSitesOf(actor)}`, { limit: 1, offset: 0 });
  return orNotFound(run);
}

export type PayeeRow = {
  readonly person_id: number;
  readonly name: string | null;
  readonly cents: number;
  readonly state: PayeeState;
  readonly paid_on: string | null;
  readonly reference: string;
  readonly payee_reference: string;
  readonly note: string;
};

/** The people of a run; the number at bank or payroll is that of the file, or the present one before the approval. */
export async function listPayees(db: Db, runId: number): Promise<PayeeRow[]> {
  const { rows } = await sql<PayeeRow>`
    select payee.person_id, account.username as name, payee.cents::float8 as cents, payee.state,
      payee.paid_on::text as paid_on, payee.reference, coalesce(payee.payee_reference, number.reference, '') as payee_reference,
      payee.note
    from payout_people payee left join account_names account on account.id = payee.person_id
      left join payee_references number on number.user_id = payee.person_id and number.domain_id = payee.domain_id
    where payee.run_id = ${runId} order by payee.person_id`.execute(db);
  return rows;
}

export type CarriedOverRow = { readonly person_id: number; readonly name: string | null; readonly cents: number };

export async function listCarriedOver(db: Db, runId: number): Promise<CarriedOverRow[]> {
  const { rows } = await sql<CarriedOverRow>`
    select kept.person_id, account.username as name, kept.cents::float8 as cents
    from payout_carried_over kept left join account_names account on account.id = kept.person_id
    where kept.run_id = ${runId} order by kept.person_id`.execute(db);
  return rows;
}
