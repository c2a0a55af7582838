import { sql } from 'kysely';
import type { Work } from '../../../kernel/db/db.ts';

type Refund = { readonly transactionId: number; readonly refundId: number };

/**
 * Takes from the lines of a sale the part that was refunded, in the transaction of the refund. The caller holds the row
 * lock of the sale, has increased its `refunded_cents` before, and puts the digests that are returned into its audit row.
 * Repeating it with the same refund changes nothing.
 */
export async function clawBack(work: Work, { transactionId, refundId }: Refund): Promise<readonly string[]> {
  const { rows } = await sql<{ digest: string | null }>`
    select digest from claw_back_commission(${transactionId}, ${refundId}, ${work.cause.actorId})`.execute(work.db);
  return rows.flatMap(({ digest }) => digest ?? []);
}
