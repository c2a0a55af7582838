import { dollarsOf } from '@vialkeep/contract/kernel/money.ts';
import { Plan } from '@vialkeep/contract/plans.ts';
import { readSales } from '@vialkeep/contract/transactions.ts';
import { sql } from 'kysely';
import { anyOf } from '../../kernel/db/any-of.ts';
import type { Db } from '../../kernel/db/db.ts';
import { handle } from '../../kernel/http/handle.ts';
import { orNotFound } from '../../kernel/http/refuse.ts';
import { authorizeAccount, subjectsOf } from '../network/index.ts';
import { monthOf, shownMonths } from './months.ts';

type Seller = {
  readonly kind: 'rep' | 'manager' | 'distributor' | 'affiliate';
  readonly by: 'product' | 'rep' | 'manager';
};

const sellers: Readonly<Partial<Record<Plan, Seller>>> = {
  [Plan.salesRep]: { kind: 'rep', by: 'product' },
  [Plan.salesManager]: { kind: 'manager', by: 'rep' },
  [Plan.salesDistributor]: { kind: 'distributor', by: 'manager' },
  [Plan.salesAffiliate]: { kind: 'affiliate', by: 'product' },
};

/** The chart of a dashboard, from the monthly totals (F052, 0034). */
export const readSalesHandler = handle(readSales, async ({ access, db, params }) => {
  const { plan_id: plan } = await authorizeAccount(access, db, params.id);
  const { kind, by } = orNotFound(sellers[plan]);
  const months = shownMonths(new Date());
  const sums = db.selectFrom('transaction_months').where('kind', '=', kind).where('value', '=', params.id);
  const [sold, last] = await Promise.all([
    sums
      .select([
        monthOf.as('month'),
        'part',
        sql<number>`sum(n)::integer`.as('n'),
        sql<number>`sum(cents)::bigint`.as('cents'),
      ])
      .where('month', '>=', `${months[0]}-01`)
      .groupBy(['transaction_months.month', 'part'])
      .having(sql<number>`sum(n)`, '>', 0)
      .orderBy('transaction_months.month')
      .orderBy('part')
      .execute(),
    lastSales(db, kind, params.id),
  ]);
  const lastOf = new Map(last.map(({ part, day }) => [part, day]));
  const names =
    by === 'product' ? await products(db) : await members(db, plan, params.id, [...lastOf.keys()]).execute();
  return {
    by,
    months,
    sold: sold.map(({ month, part, n, cents }) => ({ month, part, count: n, amount: dollarsOf(cents) })),
    parts: names
      .filter(({ id }) => by !== 'product' || lastOf.has(id))
      .map(({ id, name }) => ({ id, name, last: lastOf.get(id) ?? null })),
  };
});

/** The day of each member's last sale, searched only in the last month with sales. */
async function lastSales(db: Db, kind: Seller['kind'], id: number) {
  const { rows } = await sql<{ part: number; day: string }>`
    select part, (
      select max(day) from transaction_tallies days
      where days.kind = ${kind} and days.value = ${id} and days.domain_id = any(months.sites)
        and days.day >= months.last and days.day < months.last + interval '1 month' and days.part = months.part and n > 0
    ) as day
    from (
      select part, max(month) as last, array_agg(distinct domain_id) as sites from transaction_months
      where kind = ${kind} and value = ${id} and n > 0 group by part) months`.execute(db);
  return rows;
}

function products(db: Db) {
  return db.selectFrom('products').select(['id', 'name']).orderBy('id').execute();
}

/**
 * The present team, and former members who sold for it. All ids come first: of two conditions of which one must hold,
 * PostgreSQL would try both on every user.
 */
export function members(db: Db, leader: Plan, leaderId: number, sold: readonly number[]) {
  const [plan, kind] =
    leader === Plan.salesManager
      ? ([Plan.salesRep, 'manager'] as const)
      : ([Plan.salesManager, 'distributor'] as const);
  const former = sql`select unnest(${sold}::integer[])`;
  return db
    .selectFrom('users')
    .select(['users.id', 'users.username as name'])
    .where((eb) => eb('users.id', 'in', sql<number>`(${former} union ${subjectsOf(eb, kind, leaderId)})`))
    .where((eb) =>
      eb.or([
        eb('users.id', '=', anyOf(sold)),
        eb.and([eb('users.plan_id', '=', plan), eb('users.removed_at', 'is', null)]),
      ]),
    )
    .orderBy('users.username');
}
