import { sql } from 'kysely';
import type { Db } from '../../kernel/db/db.ts';
import type { PageRange } from '../../kernel/db/fixed-limit.ts';
import { whenDefined } from '../../kernel/db/when-defined.ts';
import { type Filters, matchesFilters, type TotalsKey, totalsKeyOf } from './transactions.filters.ts';
import { type SoldRow, selectTransactions } from './transactions.queries.ts';

export type TransactionPage = { readonly rows: SoldRow[]; readonly count: number; readonly cents: number };

/**
 * One page of the transactions that match these filters, newest first, with the number and total of all of them. Where
 * the monthly and daily totals have the answer, the cost does not depend on the number of transactions or the page
 * (0032, 0034).
 */
export async function transactionPage(
  db: Db,
  filters: Filters,
  { limit, offset }: PageRange,
): Promise<TransactionPage> {
  const tally = totalsKeyOf(filters);
  const { count, cents, until, before } = tally
    ? await findPageByTotals(db, tally, filters, offset)
    : { ...(await countTransactions(db, filters)), until: null, before: 0 };
  if (count <= offset || limit === 0) return { rows: [], count, cents };
  // Skipped rows are read from the index only; the inner query selects the ids of the page.
  const shown = db
    .selectFrom('transactions')
    .select('transactions.id')
    .where(matchesFilters(filters))
    .where((eb) => eb.and(whenDefined(until ?? undefined, endedBy)))
    .orderBy('transactions.date', 'desc')
    .orderBy('transactions.id', 'desc')
    .offset(offset - before)
    .limit(limit);
  return { rows: await selectTransactions(db).where('transactions.id', 'in', shown).execute(), count, cents };
}

function endedBy(day: string) {
  return sql<boolean>`transactions.date < (${day}::date + 1)::timestamp at time zone 'UTC'`;
}

type PagePosition = {
  readonly count: number;
  readonly cents: number;
  /** The day on which the page begins, and the number of newer transactions. */
  readonly until: string | null;
  readonly before: number;
};

/** Without a range of days this walks the monthly totals, and then the days of the month in which the page begins. */
async function findPageByTotals(db: Db, tally: TotalsKey, filters: Filters, offset: number): Promise<PagePosition> {
  const { from, until } = filters;
  if (from !== undefined || until !== undefined) {
    const { first, ...place } = await sumTotalsToOffset(db, 'transaction_tallies', tally, filters, offset);
    return { ...place, until: first };
  }
  const { first: month, ...place } = await sumTotalsToOffset(db, 'transaction_months', tally, filters, offset);
  if (month === null || offset === 0) return { ...place, until: null };
  const within = { ...filters, from: month, until: lastDayOf(month) };
  const days = await sumTotalsToOffset(db, 'transaction_tallies', tally, within, offset - place.before);
  return { ...place, until: days.first, before: place.before + days.before };
}

const spans = { transaction_tallies: 'day', transaction_months: 'month' } as const;

/** Walks the totals from the newest until the offset is passed. */
async function sumTotalsToOffset(
  db: Db,
  table: keyof typeof spans,
  tally: TotalsKey,
  filters: Filters,
  offset: number,
) {
  const first = sql.ref<string>(spans[table]);
  const [n, cents] = {
    all: [sql`n`, sql`cents`],
    paid: [sql`n - unpaid_n`, sql`cents - unpaid_cents`],
    unpaid: [sql`unpaid_n`, sql`unpaid_cents`],
  }[filters.isPaid === undefined ? 'all' : filters.isPaid ? 'paid' : 'unpaid'];
  const sums = db
    .selectFrom(table)
    .select([first.as('first'), sql<number>`sum(${n})`.as('n'), sql<number>`sum(${cents})`.as('cents')])
    .where('kind', '=', tally.kind)
    .where('value', '=', tally.value)
    .where((eb) =>
      eb.and([
        ...filters.domainIds.map((id) => eb('domain_id', '=', id)),
        ...whenDefined(filters.from, (day) => eb(first, '>=', day)),
        ...whenDefined(filters.until, (day) => eb(first, '<=', day)),
      ]),
    )
    .groupBy(first);
  const reached = db
    .selectFrom(sums.as('sums'))
    .select(['first', 'n', 'cents', sql<number>`sum(n) over (order by first desc)`.as('reached')]);
  const isAhead = sql<boolean>`reached > ${offset}::integer`;
  return db
    .selectFrom(reached.as('reached'))
    .select([
      sql<number>`coalesce(sum(n), 0)::integer`.as('count'),
      sql<number>`coalesce(sum(cents), 0)::bigint`.as('cents'),
      sql<string | null>`max(first) filter (where ${isAhead})`.as('first'),
      sql<number>`coalesce(min(reached - n) filter (where ${isAhead}), 0)::integer`.as('before'),
    ])
    .executeTakeFirstOrThrow();
}

function lastDayOf(month: string): string {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10);
}

async function countTransactions(db: Db, filters: Filters): Promise<{ count: number; cents: number }> {
  const row = await db
    .selectFrom('transactions')
    .select([
      sql<number>`count(*)::integer`.as('count'),
      sql<number>`coalesce(sum(amount_cents), 0)::bigint`.as('cents'),
    ])
    .where(matchesFilters(filters))
    .executeTakeFirstOrThrow();
  return { count: row.count, cents: row.cents };
}
