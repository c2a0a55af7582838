import { sql } from 'kysely';
import type { Db } from '../../kernel/db/db.ts';

export type PayoutFault = { readonly about: string; readonly fault: string };

/** Recomputes what payout runs say: their sums, their states and the entries of their payments. */
export async function verifyPayouts(db: Db): Promise<PayoutFault[]> {
  const faults = [
    await findWrongPeople(db),
    await findStrayLines(db),
    await findWrongRuns(db),
    await findWrongEntries(db),
  ];
  return faults.flat();
}

/** A person of a run gets the sum of the lines that it holds; after a return or a cancellation it holds none. */
async function findWrongPeople(db: Db): Promise<readonly PayoutFault[]> {
  const { rows } = await sql<PayoutFault>`
    select 'Payout run #' || payee.run_id || ', person #' || payee.person_id as about, case
        when payee.domain_id <> run.domain_id then 'is of another site than the run'
        when lines.wrong > 0 then 'is ' || payee.state || ', and its lines say otherwise'
        else 'gets ' || payee.cents || ' cents, and the lines are ' || lines.cents end as fault
    from payout_people payee join payout_runs run on run.id = payee.run_id,
      lateral (select coalesce(sum(line.cents), 0) as cents, count(*) filter (
          where (line.paid_how is not distinct from 'run') <> (payee.state = 'paid')
            or line.paid_on is distinct from payee.paid_on) as wrong
        from commission_lines line where line.payout_id = payee.run_id and line.person_id = payee.person_id) lines
    where payee.domain_id <> run.domain_id or lines.wrong > 0
      or lines.cents <> case when payee.state = 'returned' or run.state = 'cancelled' then 0 else payee.cents end
    order by payee.run_id, payee.person_id`.execute(db);
  return rows;
}

/** Every line that names a run is of a person of the run. */
async function findStrayLines(db: Db): Promise<readonly PayoutFault[]> {
  const { rows } = await sql<PayoutFault>`
    select 'Commission line #' || line.id as about, 'is in payout run #' || line.payout_id || case
        when run.id is null then ', which does not exist'
        when run.state = 'cancelled' then ', which is cancelled'
        else ', which does not pay the person' end as fault
    from commission_lines line left join payout_runs run on run.id = line.payout_id
      left join payout_people payee on payee.run_id = line.payout_id and payee.person_id = line.person_id
    where line.payout_id is not null
      and (run.id is null or run.state = 'cancelled' or payee.run_id is null or payee.state = 'returned')
    order by line.id`.execute(db);
  return rows;
}

async function findWrongRuns(db: Db): Promise<readonly PayoutFault[]> {
  const { rows } = await sql<PayoutFault>`
    select 'Payout run #' || run.id as about, case
        when run.state = 'paid' and people.due > 0 then 'is paid, and payments are due'
        when run.state = 'cancelled' and people.paid > 0 then 'is cancelled, and has paid people'
        else 'is ' || run.state || ', and no payment is due' end as fault
    from payout_runs run,
      lateral (select count(*) filter (where state = 'due') as due, count(paid_on) as paid
        from payout_people where run_id = run.id) people
    where run.state = 'paid' and people.due > 0 or run.state = 'cancelled' and people.paid > 0
      or run.state in ('draft', 'approved') and people.due = 0
    order by run.id`.execute(db);
  return rows;
}

/** A payment has one entry of its amount, and a returned one has the reversal; no other entry names a run. */
async function findWrongEntries(db: Db): Promise<readonly PayoutFault[]> {
  const { rows } = await sql<PayoutFault>`
    with expected as (
      select 'paid:' || run_id || ':' || person_id as key, domain_id, person_id, cents, null as reversed
      from payout_people where paid_on is not null
      union all
      select 'returned:' || run_id || ':' || person_id, domain_id, person_id, -cents, 'paid:' || run_id || ':' || person_id
      from payout_people where paid_on is not null and state = 'returned'
    ), posted as (
      select entry.*, reversed.key as reversed from journal_entries entry
        left join journal_entries reversed on reversed.id = entry.reverses
      where entry.key like 'paid:%' or entry.key like 'returned:%'
    )
    select case when posted.id is null then 'Payment ' || key else 'Journal entry ' || posted.id || ' (' || key || ')' end
        as about, case
        when posted.id is null then 'has no journal entry'
        when expected.key is null then 'has no payment'
        else 'differs from its payment' end as fault
    from expected full join posted using (key)
    where posted.id is null or expected.key is null or posted.domain_id <> expected.domain_id
      or posted.reversed is distinct from expected.reversed
      or posted.digest is distinct from journal_digest('payout', key, jsonb_build_array(
        jsonb_build_array(2000, expected.cents, expected.person_id, null, null),
        jsonb_build_array(1010, -expected.cents, expected.person_id, null, null)))
    order by key`.execute(db);
  return rows;
}
