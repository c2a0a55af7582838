import { sql } from 'kysely';
import type { Work } from '../../../kernel/db/db.ts';
import { type Placeholders, statement } from '../../../kernel/db/statement.ts';

type Earned = { readonly digest: string | null };

/** Writes the lines of a new sale by the plan of its day. Returns the digest of their entry, or null where nothing is owed. */
export async function earnSale(work: Work, transactionId: number): Promise<string | null> {
  const [earned] = await earnNewSale(work.db, { transactionId });
  return earned?.digest ?? null;
}

const earnNewSale = statement(
  (_db, { transactionId }: Placeholders<{ transactionId: number }>) =>
    sql<Earned>`select digest from earn_commission(${transactionId})`,
);

/**
 * Writes the lines of a sale of before its plan, as the backlog would: one whose commission was paid then is paid. Must
 * run before the sale changes. Returns the lines, which `postLines` posts after the change: a change locks totals of
 * sales, which go before those of the journal.
 */
export async function earnEarlierSale(work: Work, transactionId: number): Promise<readonly number[]> {
  const { rows } = await sql<{ line_ids: number[] }>`
    select earn_earlier_sale(${transactionId}) as line_ids`.execute(work.db);
  return rows[0]?.line_ids ?? [];
}

/** Returns the digests of the entries. */
export async function postLines(work: Work, lineIds: readonly number[]): Promise<readonly string[]> {
  if (lineIds.length === 0) return [];
  const { rows } = await sql<{ digests: string[] }>`
    select post_lines(${[...lineIds]}::integer[]) as digests`.execute(work.db);
  return rows[0]?.digests ?? [];
}
