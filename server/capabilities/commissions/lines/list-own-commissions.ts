import { COMMISSION_MONTHS_SHOWN, listOwnCommissions } from '@vialkeep/contract/commissions.ts';
import { dollarsOf } from '@vialkeep/contract/kernel/money.ts';
import { sql } from 'kysely';
import type { Db } from '../../../kernel/db/db.ts';
import { handle } from '../../../kernel/http/handle.ts';
import { orNotFound } from '../../../kernel/http/refuse.ts';
import { ownRecords } from '../../../kernel/policy/rules.ts';
import { countLines, isHeldByQuestion, listLines, matching } from './lines.queries.ts';
import { presentOwnLine } from './present-line.ts';

/** A manager sees own lines and not those of the team. Where commissions are off there is no such page. */
export const listOwnCommissionsHandler = handle(listOwnCommissions, async ({ access, actor, db, query }) => {
  access.authorize(ownRecords(actor));
  const { rows: settings } = await sql<{ is_on: boolean }>`select commissions_on(${actor.domainId}) as is_on`.execute(
    db,
  );
  orNotFound(settings[0]?.is_on ? true : null);
  const payee: Payee = { id: actor.userId, domainId: actor.domainId };
  const condition = sql<boolean>`line.person_id = ${payee.id} and line.domain_id = ${payee.domainId} and ${matching(query)}`;
  const [rows, counted, totals, months, firstMonth] = await Promise.all([
    listLines(db, condition, query),
    countLines(db, condition),
    readTotals(db, payee),
    readMonths(db, payee),
    readFirstMonth(db, payee),
  ]);
  return { totals, months, first_month: firstMonth, results: rows.map(presentOwnLine), ...counted };
});

type Payee = { readonly id: number; readonly domainId: number };

/** What is owed is read from the unpaid lines, and what was paid from the sums of the journal. */
async function readTotals(db: Db, { id, domainId }: Payee) {
  const { rows } = await sql<{ held: number; payable: number; in_run: number; paid: number; balance: number }>`
    with unpaid as (
      select line.cents, commission_state(line.retained, line.paid_on, line.payout_id, ${isHeldByQuestion},
        line.payable_on) as state
      from commission_lines line
      where line.domain_id = ${domainId} and line.person_id = ${id} and line.paid_on is null and not line.retained
    )
    select coalesce(sum(cents) filter (where state in ('held', 'disputed')), 0)::float8 as held,
      coalesce(sum(cents) filter (where state = 'payable'), 0)::float8 as payable,
      coalesce(sum(cents) filter (where state = 'in_run'), 0)::float8 as in_run,
      coalesce(sum(cents), 0)::float8 as balance,
      (coalesce((select sum(credit_cents - debit_cents) from journal_months
          where domain_id = ${domainId} and account = 1010 and person_id = ${id}), 0)
        + coalesce((select sum(cents) from commission_lines
          where domain_id = ${domainId} and person_id = ${id} and paid_how = 'before'), 0))::float8 as paid
    from unpaid`.execute(db);
  const [totals] = rows;
  return {
    held: dollarsOf(totals?.held ?? 0),
    payable: dollarsOf(totals?.payable ?? 0),
    in_run: dollarsOf(totals?.in_run ?? 0),
    paid: dollarsOf(totals?.paid ?? 0),
    balance: dollarsOf(totals?.balance ?? 0),
  };
}

/** The last months by the sums of the journal: what was earned less what was taken back, and what was paid. */
async function readMonths(db: Db, { id, domainId }: Payee) {
  const { rows } = await sql<{ month: string; earned: number; paid: number }>`
    select to_char(months.month, 'YYYY-MM') as month,
      coalesce(sum(debit_cents - credit_cents) filter (where account = 5000), 0)::float8 as earned,
      coalesce(sum(credit_cents - debit_cents) filter (where account = 1010), 0)::float8 as paid
    from (select month_of((day_of(now()) - make_interval(months => n))::date) as month
        from generate_series(0, ${COMMISSION_MONTHS_SHOWN - 1}) n) months
      left join journal_months sums on sums.domain_id = ${domainId} and sums.person_id = ${id}
        and sums.account in (1010, 5000) and sums.month = months.month
    group by 1 order by 1`.execute(db);
  return rows.map(({ month, earned, paid }) => ({ month, earned: dollarsOf(earned), paid: dollarsOf(paid) }));
}

async function readFirstMonth(db: Db, { id, domainId }: Payee): Promise<string | null> {
  const { rows } = await sql<{ month: string | null }>`
    select to_char(min(earned_on), 'YYYY-MM') as month from commission_lines
    where domain_id = ${domainId} and person_id = ${id}`.execute(db);
  return rows[0]?.month ?? null;
}
