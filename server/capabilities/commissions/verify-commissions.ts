import { sql } from 'kysely';
import type { Db } from '../../kernel/db/db.ts';

export type CommissionFault = { readonly about: string; readonly fault: string };

/** Recomputes what the lines say: amounts, what was taken back, what is owed by the journal, flags and seals. */
export async function verifyCommissions(db: Db): Promise<CommissionFault[]> {
  const faults = [
    await findWrongAmounts(db),
    await findWrongBalances(db),
    await findWrongFlags(db),
    await findUnsealedEntries(db),
  ];
  return faults.flat();
}

async function findWrongAmounts(db: Db): Promise<readonly CommissionFault[]> {
  const { rows } = await sql<CommissionFault>`
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
    from commission_lines line join transactions sold on sold.id = line.transaction_id,
      lateral (select coalesce(sum(cents), 0) as cents, count(*) filter (where kind = 'corrected') as corrections
        from commission_lines where of_line_id = line.id and kind in ('clawback', 'corrected')) taken
    where line.kind = 'earned' and line.cents + taken.cents <> case when taken.corrections > 0 then 0
      else line.cents - commission_lost(line.cents, sold.refunded_cents, sold.charged_cents) end
    order by 1`.execute(db);
  return rows;
}

/** What the journal owes a person is the sum of their unpaid lines. */
async function findWrongBalances(db: Db): Promise<readonly CommissionFault[]> {
  const { rows } = await sql<CommissionFault>`
    with unpaid as (
      select domain_id, person_id, sum(cents) as cents from commission_lines
      where paid_on is null and not retained group by 1, 2
    ), owed as (
      select domain_id, coalesce(person_id, 0) as person_id, -sum(cents) as cents from journal_lines
      where account = 2000 group by 1, 2
    )
    select 'Commission of person #' || person_id || ' on site #' || domain_id as about,
      'the unpaid lines are ' || coalesce(unpaid.cents, 0) || ' cents and the journal says '
        || coalesce(owed.cents, 0) as fault
    from unpaid full join owed using (domain_id, person_id)
    where coalesce(unpaid.cents, 0) <> coalesce(owed.cents, 0)
    order by 1`.execute(db);
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

/** Every entry of commissions has its digest in an audit row of its site, so that the audit chain seals it. */
async function findUnsealedEntries(db: Db): Promise<readonly CommissionFault[]> {
  const { rows } = await sql<CommissionFault>`
    with sealed as (
      select domain_id, jsonb_array_elements_text(facts -> 'journal') as digest from audit_log
      where jsonb_typeof(facts -> 'journal') = 'array'
      union all
      select domain_id, facts ->> 'commission' from audit_log
      where action = 'transactions.record' and facts ? 'commission'
    )
    select 'Journal entry ' || entry.id || ' (' || entry.key || ')' as about, 'has no audit row with its digest' as fault
    from journal_entries entry
    where (entry.kind = 'commission' or entry.key like 'by-hand:%')
      and not exists (select from sealed where sealed.domain_id = entry.domain_id
        and sealed.digest = encode(entry.digest, 'hex'))
    order by entry.id`.execute(db);
  return rows;
}
