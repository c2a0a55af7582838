import { dollarsOf } from '@vialkeep/contract/kernel/money.ts';
import type { Plan } from '@vialkeep/contract/plans.ts';
import { readSales } from '@vialkeep/contract/transactions.ts';
import { sql } from 'kysely';
import type { Db } from '../../kernel/db/db.ts';
import { handle } from '../../kernel/http/handle.ts';
import { found } from '../../kernel/http/refuse.ts';
import { ownOrAdministered, visibleUser, whose } from '../network/index.ts';
import { monthOf, shownMonths } from './months.ts';

type Seller = { readonly kind: 'rep' | 'manager' | 'distributor'; readonly by: 'product' | 'rep' | 'manager' };

const sellers: Readonly<Partial<Record<Plan, Seller>>> = {
  3: { kind: 'rep', by: 'product' },
  6: { kind: 'manager', by: 'rep' },
  8: { kind: 'distributor', by: 'manager' },
};

/** F052: the plot of a dashboard, from the daily sums (0032). */
export const readSalesHandler = handle(readSales, async ({ actor, db, params }) => {
  const { plan_id: plan } = await visibleUser(db, actor, params.id);
  await ownOrAdministered(db, actor, params.id, plan);
  const { kind, by } = found(sellers[plan]);
  const months = shownMonths(new Date());
  const tallies = db.selectFrom('transaction_tallies').where('kind', '=', kind).where('value', '=', params.id);
  const [sold, last] = await Promise.all([
    tallies
      .select([
        monthOf.as('month'),
        'part',
        sql<number>`sum(n)::integer`.as('n'),
        sql<number>`sum(cents)::bigint`.as('cents'),
      ])
      .where('day', '>=', `${months[0]}-01`)
      .groupBy([monthOf, 'part'])
      .having(sql<number>`sum(n)`, '>', 0)
      .orderBy('month')
      .execute(),
    tallies
      .select(['part', sql<string>`max(day)`.as('day')])
      .where('n', '>', 0)
      .groupBy('part')
      .execute(),
  ]);
  const lastOf = new Map(last.map(({ part, day }) => [part, day]));
  const names = by === 'product' ? await products(db) : await members(db, kind, params.id, [...lastOf.keys()]);
  return {
    by,
    months,
    sold: sold.map(({ month, part, n, cents }) => ({ month, part, count: n, amount: dollarsOf(cents) })),
    parts: names
      .filter(({ id }) => by !== 'product' || lastOf.has(id))
      .map(({ id, name }) => ({ id, name, last: lastOf.get(id) ?? null })),
  };
});

function products(db: Db) {
  return db.selectFrom('products').select(['id', 'name']).orderBy('id').execute();
}

/** Who is in the team now, and who sold for it before. */
function members(db: Db, kind: 'rep' | 'manager' | 'distributor', leaderId: number, sold: readonly number[]) {
  return db
    .selectFrom('users')
    .select(['users.id', 'users.username as name'])
    .where((eb) =>
      eb.or([
        sql<boolean>`users.id = any(${sold}::integer[])`,
        eb.and([
          eb('users.plan_id', '=', kind === 'manager' ? 3 : 6),
          eb('users.removed_at', 'is', null),
          eb('users.id', 'in', whose(eb, kind, leaderId)),
        ]),
      ]),
    )
    .orderBy('users.username')
    .execute();
}
