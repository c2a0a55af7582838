import { sql } from 'kysely';
import { audit } from '../../../kernel/audit/audit.ts';
import type { Work } from '../../../kernel/db/db.ts';

type Refund = { readonly transactionId: number; readonly refundId: number };
type ClawedBack = { readonly domain_id: number; readonly line_ids: number[]; readonly digest: string | null };

/**
 * Takes from the lines of a sale the part that was refunded, in the transaction of the refund. The caller holds the row
 * lock of the sale and has increased its `refunded_cents` before. Repeating it with the same refund changes nothing.
 */
export async function clawBack(work: Work, { transactionId, refundId }: Refund): Promise<void> {
  const { rows } = await sql<ClawedBack>`
    select sold.domain_id, taken.line_ids, taken.digest
    from transactions sold, claw_back_commission(sold.id, ${refundId}, ${work.cause.actorId}) taken
    where sold.id = ${transactionId}`.execute(work.db);
  const [taken] = rows;
  if (!taken || taken.line_ids.length === 0) return;
  await audit(work, {
    domainId: taken.domain_id,
    action: 'commissions.claw_back',
    subject: 'transaction',
    subjectId: transactionId,
    facts: { refund: refundId, lines: taken.line_ids.length, journal: taken.digest === null ? [] : [taken.digest] },
  });
}
