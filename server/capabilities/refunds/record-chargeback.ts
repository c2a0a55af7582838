import { randomUUID } from 'node:crypto';
import type { Work } from '../../kernel/db/db.ts';
import type { Domain } from '../../kernel/domains.ts';
import { newRefundReference } from './change-refund.ts';
import { getRefund, lockTarget, type RefundTarget } from './refunds.queries.ts';
import { endRefund } from './settle-refund.ts';

type Chargeback = {
  readonly target: RefundTarget;
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
  { target, site, cents, note, gatewayId, recordedBy }: Chargeback,
): Promise<'recorded' | 'refund_under_way' | 'more_than_left'> {
  await lockTarget(work, target);
  const charge = await readCharge(work, target);
  const open = await work.db
    .selectFrom('refunds')
    .select('id')
    .where((eb) =>
      target.invoice_id === null
        ? eb('transaction_id', '=', target.transaction_id)
        : eb('invoice_id', '=', target.invoice_id),
    )
    .where('state', 'in', ['requested', 'waiting', 'begun'])
    .executeTakeFirst();
  if (open) return 'refund_under_way';
  if (cents > charge.charged_cents - charge.refunded_cents) return 'more_than_left';
  const { id } = await work.db
    .insertInto('refunds')
    .values({
      domain_id: charge.domain_id,
      ...target,
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

function readCharge({ db }: Work, { transaction_id, invoice_id }: RefundTarget) {
  return invoice_id === null
    ? db
        .selectFrom('transactions')
        .select(['domain_id', 'charged_cents', 'refunded_cents'])
        .where('id', '=', transaction_id)
        .executeTakeFirstOrThrow()
    : db
        .selectFrom('storage_invoices')
        .select(['domain_id', 'cents as charged_cents', 'refunded_cents'])
        .where('id', '=', invoice_id)
        .executeTakeFirstOrThrow();
}
