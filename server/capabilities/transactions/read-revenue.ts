import { dollarsOf } from '@vialkeep/contract/kernel/money.ts';
import { ProductId } from '@vialkeep/contract/products.ts';
import { readRevenue } from '@vialkeep/contract/transactions.ts';
import { sql } from 'kysely';
import { whenDefined } from '../../kernel/db/when-defined.ts';
import { handle } from '../../kernel/http/handle.ts';
import { monthOf, shownMonths } from './months.ts';
import { sitesOf } from './transactions.filters.ts';
import { unpaidCommissions } from './unpaid-commissions.ts';

/** The charts of administrators, from the monthly totals (0034). */
export const readRevenueHandler = handle(readRevenue, async ({ actor, db, query }) => {
  const months = shownMonths(new Date());
  const sites = [...whenDefined(query.domain_id, (id) => id), ...sitesOf(actor)];
  const [sold, unpaid] = await Promise.all([
    db
      .selectFrom('transaction_months')
      .innerJoin('products', 'products.id', 'transaction_months.value')
      .select([
        monthOf.as('month'),
        'products.id',
        'products.name',
        sql<number>`sum(n)::integer`.as('n'),
        sql<number>`sum(cents)::bigint`.as('cents'),
        sql<number>`sum(unpaid_cents)::bigint`.as('unpaid'),
      ])
      .where('kind', '=', 'product')
      .where((eb) => eb.and(sites.map((id) => eb('domain_id', '=', id))))
      .where('month', '>=', `${months[0]}-01`)
      .groupBy(['transaction_months.month', 'products.id', 'products.name'])
      .orderBy('transaction_months.month')
      .orderBy('products.id')
      .execute(),
    unpaidCommissions(
      db,
      actor,
      whenDefined(query.domain_id, (id) => id),
    ),
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
