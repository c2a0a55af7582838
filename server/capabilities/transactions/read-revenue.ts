import { dollarsOf } from '@vialkeep/contract/kernel/money.ts';
import { ProductId } from '@vialkeep/contract/products.ts';
import { readRevenue } from '@vialkeep/contract/transactions.ts';
import { sql } from 'kysely';
import { given } from '../../kernel/db/given.ts';
import { handle } from '../../kernel/http/handle.ts';
import { monthOf, shownMonths } from './months.ts';
import { sitesOf } from './transactions.filters.ts';

/** The plots of administrators, from the daily sums (0032). */
export const readRevenueHandler = handle(readRevenue, async ({ actor, db, query }) => {
  const months = shownMonths(new Date());
  const sites = [...given(query.domain_id, (id) => id), ...sitesOf(actor)];
  const tallies = db
    .selectFrom('transaction_tallies')
    .where((eb) => eb.and(sites.map((id) => eb('domain_id', '=', id))));
  const [sold, unpaid] = await Promise.all([
    tallies
      .innerJoin('products', 'products.id', 'transaction_tallies.value')
      .select([
        monthOf.as('month'),
        'products.id',
        'products.name',
        sql<number>`sum(n)::integer`.as('n'),
        sql<number>`sum(cents)::bigint`.as('cents'),
        sql<number>`sum(unpaid_cents)::bigint`.as('unpaid'),
      ])
      .where('kind', '=', 'product')
      .where('day', '>=', `${months[0]}-01`)
      .groupBy([monthOf, 'products.id', 'products.name'])
      .orderBy('month')
      .orderBy('products.id')
      .execute(),
    tallies
      .select([
        sql<number>`coalesce(sum(unpaid_n), 0)::integer`.as('n'),
        sql<number>`coalesce(sum(unpaid_cents), 0)::bigint`.as('cents'),
      ])
      .where('kind', '=', 'all')
      .executeTakeFirstOrThrow(),
  ]);
  return {
    months,
    sold: sold.map((row) => ({
      month: row.month,
      product_id: ProductId.parse(row.id),
      product: row.name,
      count: row.n,
      amount: dollarsOf(row.cents),
      unpaid_amount: dollarsOf(row.unpaid),
    })),
    unpaid: { count: unpaid.n, amount: dollarsOf(unpaid.cents) },
  };
});
