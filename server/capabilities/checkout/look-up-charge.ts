import type { Services } from '../../kernel/services.ts';
import type { Checkout } from './checkout.queries.ts';
import { settleCheckout } from './settle-checkout.ts';

/** How much longer than we wait for the gateway a charge may be on its way to it. */
const MARGIN_SECONDS = 5;
const MARGIN_FACTOR = 1.5;

/**
 * Asks the gateway what became of a charge whose answer was lost, and settles the checkout by it. Never charges. While
 * the attempt may still be on its way nothing is decided.
 */
export async function lookUpCharge(
  services: Services,
  checkout: Checkout,
  { requestId, isOver }: { requestId: string; isOver: boolean },
): Promise<Checkout> {
  if (checkout.state !== 'begun' && checkout.state !== 'held') return checkout;
  if (checkout.order.quote.total === 0) return settleCheckout(services, checkout, 'free', requestId);
  const found = await services.payments.findCharge(checkout.reference, checkout.begun_at);
  if (found === 'not-yet') return checkout;
  if (found === 'none' && !isOver && isYoung(services, checkout)) return checkout;
  if (typeof found === 'object' && found.state === 'held' && checkout.state === 'held') return checkout;
  return settleCheckout(services, checkout, found, requestId);
}

function isYoung({ settings }: Services, { begun_at }: Checkout): boolean {
  return Date.now() - begun_at.getTime() < (settings.paymentsPatienceSeconds * MARGIN_FACTOR + MARGIN_SECONDS) * 1_000;
}
