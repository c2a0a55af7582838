import { checkOut, checkStatus } from '@vialkeep/contract/checkout.ts';
import { handle } from '../../kernel/http/handle.ts';
import { isGatewaySilent } from '../charging/index.ts';
import { type Checkout, checkoutOfInvoice } from './checkout.queries.ts';
import { lookUpCharge } from './look-up-charge.ts';
import { readPurchase } from './purchase.present.ts';

const NOT_CHARGED = 'Your card was not charged. You can try again.';

/** Answers the outcome of an order to a buyer who did not receive the answer of the checkout. */
export const checkStatusHandler = handle(checkStatus, async ({ actor, body, db, services, request }) => {
  const checkout = await checkoutOfInvoice(db, actor, body.invoice_id);
  if (!checkout) return { state: 'not_charged' as const, message: NOT_CHARGED, purchase: null };
  const { state, transaction_id, order } = await lookUpCharge(services, checkout, {
    requestId: request.id,
    isOver: false,
  }).catch((error: unknown): Checkout => {
    if (isGatewaySilent(error)) return checkout;
    throw error;
  });
  if (transaction_id !== null) {
    const purchase = await readPurchase(db, transaction_id);
    return { state: 'charged' as const, message: `${order.product.name} has been ordered.`, purchase };
  }
  if (state === 'held')
    return { state: 'held' as const, message: checkOut.refusals.held_for_review.message, purchase: null };
  if (state === 'begun') {
    return { state: 'unknown' as const, message: checkOut.refusals.outcome_unknown.message, purchase: null };
  }
  return { state: 'not_charged' as const, message: NOT_CHARGED, purchase: null };
});
