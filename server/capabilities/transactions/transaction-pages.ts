import { sql } from 'kysely';
import type { Db } from '../../kernel/db/db.ts';
import { given } from '../../kernel/db/given.ts';
import { type Filters, isLeftBy, tallyOf } from './transactions.filters.ts';
import { type SoldRow, soldRows } from './transactions.queries.ts';

type Stretch = { readonly limit: number; readonly offset: number };

export type TransactionPage = { readonly rows: SoldRow[]; readonly count: number; readonly cents: number };

/**
 * One page of the transactions these filters leave, newest first, with the number and total of all of them. Where the
 * daily sums know the answer it costs the same for a million as for a thousand, on any page (0032).
 */
export async function transactionPage(db: Db, filters: Filters, { limit, offset }: Stretch): Promise<TransactionPage> {
  const { count, cents, day, before } = await totals(db, filters, offset);
  if (count <= offset || limit === 0) return { rows: [], count, cents };
  const rows = await soldRows(db)
    .where(isLeftBy(filters))
    .where((eb) => eb.and(given(day ?? undefined, until)))
    .offset(offset - before)
    .limit(limit)
    .execute();
  return { rows, count, cents };
}

function until(day: string) {
  return sql<boolean>`transactions.date < (${day}::date + 1)::timestamp at time zone 'UTC'`;
}

/**
 * All of these, newest first, a batch at a time, each batch found by where the last one ended. The next is asked for
 * while whoever reads is busy with this one.
 */
export async function* transactionBatches(db: Db, filters: Filters, size: number): AsyncGenerator<SoldRow[]> {
  const read = (after: number | undefined): Promise<SoldRow[]> =>
    soldRows(db)
      .where(isLeftBy(filters))
      .where(after === undefined ? sql<boolean>`true` : olderThan(after))
      .limit(size)
      .execute();
  let coming: Promise<SoldRow[]> | null = read(undefined);
  try {
    while (coming) {
      const rows: SoldRow[] = await coming;
      coming = rows.length === size ? read(rows.at(-1)?.id) : null;
      if (rows.length > 0) yield rows;
    }
  } finally {
    // Where nobody reads on, what was asked for is still answered to nobody; its failure is nobody's either.
    await coming?.catch(() => {});
  }
}

/** By the row itself: its moment is finer than a date of JavaScript's. */
function olderThan(id: number) {
  return sql<boolean>`(transactions.date, transactions.id)
    < ((select passed.date from transactions passed where passed.id = ${id}), ${id}::integer)`;
}

type Totals = {
  readonly count: number;
  readonly cents: number;
  /** The day on which the page begins, and how many are newer than it. */
  readonly day: string | null;
  readonly before: number;
};

async function totals(db: Db, filters: Filters, offset: number): Promise<Totals> {
  const tally = tallyOf(filters);
  if (tally === null) return { ...(await counted(db, filters)), day: null, before: 0 };
  const n = { n: sql`n`, true: sql`n - unpaid_n`, false: sql`unpaid_n` }[named(filters.isPaid)];
  const cents = { n: sql`cents`, true: sql`cents - unpaid_cents`, false: sql`unpaid_cents` }[named(filters.isPaid)];
  const days = db
    .selectFrom('transaction_tallies')
    .select(['day', sql<number>`sum(${n})`.as('n'), sql<number>`sum(${cents})`.as('cents')])
    .where('kind', '=', tally.kind)
    .where('value', '=', tally.value)
    .where((eb) =>
      eb.and([
        ...filters.domainIds.map((id) => eb('domain_id', '=', id)),
        ...given(filters.from, (day) => eb('day', '>=', day)),
        ...given(filters.until, (day) => eb('day', '<=', day)),
      ]),
    )
    .groupBy('day');
  const walked = db
    .selectFrom(days.as('days'))
    .select(['day', 'n', 'cents', sql<number>`sum(n) over (order by day desc)`.as('reached')]);
  const isAhead = sql<boolean>`reached > ${offset}::integer`;
  const row = await db
    .selectFrom(walked.as('walked'))
    .select([
      sql<number>`coalesce(sum(n), 0)::integer`.as('count'),
      sql<number>`coalesce(sum(cents), 0)::bigint`.as('cents'),
      sql<string | null>`max(day) filter (where ${isAhead})`.as('day'),
      sql<number>`coalesce(min(reached - n) filter (where ${isAhead}), 0)::integer`.as('before'),
    ])
    .executeTakeFirstOrThrow();
  return { count: row.count, cents: row.cents, day: row.day, before: row.before };
}

function named(isPaid: boolean | undefined): 'n' | 'true' | 'false' {
  return isPaid === undefined ? 'n' : isPaid ? 'true' : 'false';
}

async function counted(db: Db, filters: Filters): Promise<{ count: number; cents: number }> {
  const row = await db
    .selectFrom('transactions')
    .select([
      sql<number>`count(*)::integer`.as('count'),
      sql<number>`coalesce(sum(amount_cents), 0)::bigint`.as('cents'),
    ])
    .where(isLeftBy(filters))
    .executeTakeFirstOrThrow();
  return { count: row.count, cents: row.cents };
}
