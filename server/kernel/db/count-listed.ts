import { MOST_LISTED } from '@vialkeep/contract/kernel/most-listed.ts';
import { type Expression, sql } from 'kysely';
import type { Db } from './db.ts';

/** Counts the rows of a list, at most MOST_LISTED: counting a million takes longer than reading a page of them. */
export async function countListed(
  db: Db,
  rows: { readonly limit: (most: number) => Expression<unknown> },
): Promise<number> {
  const { rows: counted } = await sql<{ count: number }>`
    select count(*)::integer as count from (${rows.limit(MOST_LISTED)}) listed`.execute(db);
  return counted[0]?.count ?? 0;
}
