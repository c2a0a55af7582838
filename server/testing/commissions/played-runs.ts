import { sql } from 'kysely';
import { addAdjustment } from '../../capabilities/commissions/lines/adjust-commission.ts';
import type { Work } from '../../kernel/db/db.ts';

/** Makes a run of everything payable on the main site; null where no person has the least amount. */
export async function playRun(work: Work, least: number): Promise<number | null> {
  const { rows } = await sql<{ id: number | null }>`
    select make_payout_run(1, day_of(now()), ${least}, null) as id`.execute(work.db);
  return rows[0]?.id ?? null;
}

export async function playApproval(work: Work, id: number, approver: number): Promise<void> {
  await sql`select from lock_payout_run(${id})`.execute(work.db);
  await sql`update payout_runs set state = 'approved', approved_by = ${approver}, approved_at = now(),
    approvals = approvals + 1, version = version + 1 where id = ${id} and state = 'draft'`.execute(work.db);
}

/** Returns the digests of the entries. */
export async function playPayment(work: Work, id: number, person: number | null): Promise<string[]> {
  await sql`select from lock_payout_run(${id})`.execute(work.db);
  const { rows } = await sql<{ digest: string }>`
    select digest from pay_payout_people(${id}, ${person === null ? null : [person]}::integer[], day_of(now()), 'Batch')`.execute(
    work.db,
  );
  return rows.map(({ digest }) => digest);
}

export async function playReturn(work: Work, id: number, person: number): Promise<string | null> {
  await sql`select from lock_payout_run(${id})`.execute(work.db);
  const { rows } = await sql<{ digest: string | null }>`
    select digest from return_payout(${id}, ${person}, 'It came back')`.execute(work.db);
  return rows[0]?.digest ?? null;
}

export async function playCancellation(work: Work, id: number): Promise<void> {
  await sql`select from lock_payout_run(${id})`.execute(work.db);
  await sql`select cancel_payout_run(${id})`.execute(work.db);
}

export type PlayedPayee = {
  readonly id: number;
  readonly state: string;
  readonly person: number;
  readonly cents: number;
  readonly payment: string;
  readonly held: number;
};

/** The people of these runs, with what the lines of each run say about them. */
export async function listPlayedRuns(work: Work, ids: readonly number[]): Promise<PlayedPayee[]> {
  const { rows } = await sql<PlayedPayee>`
    select run.id, run.state, payee.person_id as person, payee.cents::float8 as cents, payee.state as payment,
      coalesce((select sum(line.cents) from commission_lines line
        where line.payout_id = run.id and line.person_id = payee.person_id), 0)::float8 as held
    from payout_runs run join payout_people payee on payee.run_id = run.id
    where run.id = any (${[...ids]}::integer[]) order by 1, 3`.execute(work.db);
  return rows;
}

/**
 * Pays all that is owed on the main site, so that the next history begins with nothing payable. An adjustment brings each
 * person to one cent, which a run can pay. Returns the digests of the entries.
 */
export async function settleAll(work: Work, approver: number): Promise<string[]> {
  const digests: string[] = [];
  const { rows: open } = await sql<{ id: number }>`
    select id from payout_runs where state in ('draft', 'approved') and domain_id = 1 order by id`.execute(work.db);
  const payAll = async (id: number) => {
    await playApproval(work, id, approver);
    digests.push(...(await playPayment(work, id, null)));
  };
  for (const { id } of open) await payAll(id);
  const { rows: owed } = await sql<{ person: number; cents: number }>`
    select person_id as person, sum(cents)::float8 as cents from commission_lines
    where domain_id = 1 and paid_on is null and not retained group by 1 order by 1`.execute(work.db);
  for (const { person, cents } of owed) {
    if (cents === 1) continue;
    const adjustment = { domainId: 1, personId: person, cents: 1 - cents, reason: 'Settled', lineId: null };
    await addAdjustment(work, adjustment);
  }
  const last = await playRun(work, 1);
  if (last !== null) await payAll(last);
  return digests;
}
