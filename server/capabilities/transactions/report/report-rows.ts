import { sql } from 'kysely';
import type { Db } from '../../../kernel/db/db.ts';
import { type Filters, matchesFilters } from '../transactions.filters.ts';
import { columnRuns, type Group, groupNames } from './report-columns.ts';

export type ReportRow = Awaited<ReturnType<typeof listReportRows>>[number];

/** The number of transactions in memory at once. */
const AT_ONCE = 2_000;

/**
 * All transactions that match these filters, newest first, in batches. Each batch starts after the last row of the
 * previous one and is queried while the reader processes that one.
 */
export async function* reportBatches(db: Db, filters: Filters): AsyncGenerator<readonly ReportRow[]> {
  let coming: Promise<ReportRow[]> | null = listReportRows(db, filters, undefined);
  try {
    while (coming) {
      const rows: ReportRow[] = await coming;
      coming = rows.length === AT_ONCE ? listReportRows(db, filters, rows.at(-1)?.id) : null;
      if (rows.length > 0) yield rows;
    }
  } finally {
    // When the reader stops early, the prefetched batch is discarded together with its error.
    await coming?.catch(() => {});
  }
}

/** The numbers of a group, from its array literal in a row: '{1003,NULL,17}'. */
export function numbersIn(group: string): (number | null)[] {
  const digits = group.slice(1, -1).split(',');
  return digits.map((number) => (number === 'NULL' ? null : Number(number)));
}

function listReportRows(db: Db, filters: Filters, after: number | undefined) {
  return db
    .selectFrom('transactions')
    .select([
      'id',
      sql<number>`floor(date_part('epoch', date))::bigint`.as('seconds'),
      'coupon_code as coupon',
      ...groupNames.map(asText),
    ])
    .where(matchesFilters(filters))
    .where(after === undefined ? sql<boolean>`true` : olderThan(after))
    .orderBy('date', 'desc')
    .orderBy('id', 'desc')
    .limit(AT_ONCE)
    .execute();
}

function asText<G extends Group>(group: G) {
  const numbers = columnRuns(group)
    .flat()
    .map(({ of }) => sql`${sql.ref(of)}::integer`);
  return sql<string>`array[${sql.join(numbers)}]::text`.as(group);
}

/** Compares with the row itself, because its timestamp is finer than a JavaScript date. */
function olderThan(id: number) {
  return sql<boolean>`(transactions.date, transactions.id)
    < ((select passed.date from transactions passed where passed.id = ${id}), ${id}::integer)`;
}
