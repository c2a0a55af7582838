import { sql } from 'kysely';
import type { Db } from '../../kernel/db/db.ts';

export type CommissionFault = { readonly about: string; readonly fault: string };

/** Recomputes what the lines say: amounts, what was taken back, what is owed and paid by the journal, and flags. */
export async function verifyCommissions(db: Db): Promise<CommissionFault[]> {
  const faults = [
    await findWrongAmounts(db),
    await findOtherLines(db),
    await findWrongBalances(db),
    await findWrongFlags(db),
  ];
  return faults.flat();
}

async function findWrongAmounts(db: Db): Promise<readonly CommissionFault[]> {
  const { rows } = await sql<CommissionFault>`
    with taken as (
      select of_line_id as id, sum(cents) as cents, count(*) filter (where kind = 'corrected') as corrections
      from commission_lines where kind in ('clawback', 'corrected') group by 1
    )
    select 'Commission line #' || line.id as about, case
        when line.kind = 'earned' and (rule.rate_bp, rule.piece_cents) is distinct from (line.rate_bp, line.piece_cents)
          then 'differs from its rule'
        when line.kind = 'earned' then 'is not what its rate gives'
        else 'is not of the person and site of the line that it is about' end as fault
    from commission_lines line left join commission_rules rule on rule.id = line.rule_id
      left join commission_lines first on first.id = line.of_line_id
    where line.kind = 'earned' and ((rule.rate_bp, rule.piece_cents) is distinct from (line.rate_bp, line.piece_cents)
        or line.cents is distinct from case when line.piece_cents is null
          then (line.base_cents * line.rate_bp + 5000) / 10000 else line.piece_cents::bigint * line.quantity end)
      or line.of_line_id is not null and (line.person_id, line.domain_id) is distinct from (first.person_id, first.domain_id)
    union all
    select 'Commission line #' || line.id, case when taken.corrections > 0
        then 'was taken back and is not 0' else 'has lost another part than was refunded' end
    from commission_lines line join transactions sold on sold.id = line.transaction_id left join taken on taken.id = line.id
    where line.kind = 'earned' and line.cents + coalesce(taken.cents, 0) <> case when taken.corrections > 0 then 0
      else line.cents - commission_lost(line.cents, sold.refunded_cents, sold.charged_cents) end
    order by 1`.execute(db);
  return rows;
}

const BATCH_SALES = 5_000;

type Batch = { readonly last_id: number | null; readonly sales: number[] };

/**
 * Sales whose lines in force are not what the plan of their day gives, or that have none though it gives some. A site
 * whose commissions are off and one whose backlog is not finished can have such sales.
 */
async function findOtherLines(db: Db): Promise<readonly CommissionFault[]> {
  const { rows: finished } = await sql<{ plan_id: number; domain_id: number }>`
    select plan_id, domain_id from commission_backlogs
    where finished_at is not null and commissions_on(domain_id) order by plan_id, domain_id`.execute(db);
  const faults: CommissionFault[] = [];
  for (const { plan_id, domain_id } of finished) {
    let after: number | null = 0;
    while (after !== null) {
      const batch: Batch = await readBatch(db, plan_id, domain_id, after);
      faults.push(
        ...batch.sales.map((id) => ({ about: `Transaction #${id}`, fault: 'its lines are not those of its plan' })),
      );
      after = batch.last_id;
    }
  }
  return faults;
}

/** One statement, because lines that are written meanwhile must not be seen on one side only. */
async function readBatch(db: Db, planId: number, domainId: number, after: number): Promise<Batch> {
  const { rows } = await sql<Batch>`
    with batch as materialized (
      select id, date from transactions where domain_id = ${domainId} and id > ${after} order by id limit ${BATCH_SALES}
    )
    select (select max(id) from batch) as last_id, sales_with_other_lines(${planId}, array(
      select id from batch where commission_plan_on(${domainId}, day_of(date)) = ${planId})) as sales`.execute(db);
  return rows[0] ?? { last_id: null, sales: [] };
}

/** What the journal owes a person is the sum of their unpaid lines; what left the bank for them is that of the paid ones. */
async function findWrongBalances(db: Db): Promise<readonly CommissionFault[]> {
  const { rows } = await sql<CommissionFault>`
    with lines as (
      select domain_id, person_id, coalesce(sum(cents) filter (where paid_on is null), 0) as unpaid,
        coalesce(sum(cents) filter (where paid_how in ('run', 'by_hand')), 0) as paid
      from commission_lines where not retained group by 1, 2
    ), journal as (
      select domain_id, coalesce(person_id, 0) as person_id, coalesce(-sum(cents) filter (where account = 2000), 0) as owed,
        coalesce(-sum(cents) filter (where account = 1010), 0) as paid
      from journal_lines where account = 2000 or account = 1010 and person_id is not null group by 1, 2
    )
    select 'Commission of person #' || person_id || ' on site #' || domain_id as about, side.fault
    from lines full join journal using (domain_id, person_id), lateral (values
      (coalesce(lines.unpaid, 0), coalesce(journal.owed, 0), 'the unpaid lines are %s cents and the journal says %s'),
      (coalesce(lines.paid, 0), coalesce(journal.paid, 0), 'the paid lines are %s cents and the journal paid %s')
    ) figures (kept, posted, words), lateral (select format(words, kept, posted) as fault) side
    where kept <> posted
    order by 1, 2`.execute(db);
  return rows;
}

async function findWrongFlags(db: Db): Promise<readonly CommissionFault[]> {
  const { rows } = await sql<CommissionFault>`
    select 'Transaction #' || sold.id as about, 'its commission is ' || case when sold.commission_paid then '' else 'not ' end
      || 'marked as paid, and its lines say otherwise' as fault
    from transactions sold join commission_lines_in_force line on line.transaction_id = sold.id
    group by sold.id
    having sold.commission_paid <> bool_and(line.retained or line.paid_on is not null)
    order by sold.id`.execute(db);
  return rows;
}
