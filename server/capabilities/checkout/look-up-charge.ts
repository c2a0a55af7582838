import type { Services } from '../../kernel/services.ts';
import type { Checkout } from './checkout.queries.ts';
import { type SettledCheckout, settleCheckout } from './settle-checkout.ts';

/** A charge may still reach the gateway this much later than the server's timeout. */
const MARGIN_SECONDS = 5;
const MARGIN_FACTOR = 1.5;

/**
 * Asks the gateway for the outcome of a charge whose answer was lost, and settles the checkout by it; never charges.
 * Decides nothing while the charge may still be on its way.
 */
export async function lookUpCharge(
  services: Services,
  checkout: Checkout,
  { requestId, isOver }: { requestId: string; isOver: boolean },
): Promise<SettledCheckout> {
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
