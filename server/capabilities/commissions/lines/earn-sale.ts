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
    sql<Earned>`select digest from earn_commission(${transactionId}, null, false)`,
);

/**
 * Writes the lines of a sale of before its plan, as the backlog would: one whose commission was paid then is paid. Must
 * run before the sale changes.
 */
export async function earnEarlierSale(work: Work, transactionId: number): Promise<string | null> {
  const { rows } = await sql<Earned>`select digest from earn_earlier_sale(${transactionId})`.execute(work.db);
  return rows[0]?.digest ?? null;
}
