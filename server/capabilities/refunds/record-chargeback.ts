import { randomUUID } from 'node:crypto';
import type { Work } from '../../kernel/db/db.ts';
import type { Domain } from '../../kernel/domains.ts';
import { newRefundReference } from './change-refund.ts';
import { getRefund } from './refunds.queries.ts';
import { endRefund } from './settle-refund.ts';

type Chargeback = {
  readonly transactionId: number;
  readonly site: Domain;
  readonly cents: number;
  readonly note: string;
  /** The gateway's number of the chargeback. */
  readonly gatewayId: string;
  readonly recordedBy: number;
};

/**
 * Records that the bank of the card took a charge back, with all that follows from a refund; the money is gone already, so
 * that nothing is approved or sent. `more_than_left`: less is left of the charge than the bank took.
 */
export async function recordChargeback(
  work: Work,
  { transactionId, site, cents, note, gatewayId, recordedBy }: Chargeback,
): Promise<'recorded' | 'refund_under_way' | 'more_than_left'> {
  const sale = await work.db
    .selectFrom('transactions')
    .select(['domain_id', 'charged_cents', 'refunded_cents'])
    .where('id', '=', transactionId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  const open = await work.db
    .selectFrom('refunds')
    .select('id')
    .where('transaction_id', '=', transactionId)
    .where('state', 'in', ['requested', 'waiting', 'begun'])
    .executeTakeFirst();
  if (open) return 'refund_under_way';
  if (cents > sale.charged_cents - sale.refunded_cents) return 'more_than_left';
  const { id } = await work.db
    .insertInto('refunds')
    .values({
      domain_id: sale.domain_id,
      transaction_id: transactionId,
      cents,
      way: 'chargeback',
      reason: 'other',
      note,
      key: randomUUID(),
      requested_by: recordedBy,
      state: 'waiting',
      reference: newRefundReference(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await endRefund(work, await getRefund(work.db, id), site, { state: 'done', way: 'chargeback', gatewayId });
  return 'recorded';
}
