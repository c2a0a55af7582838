import type { Services } from '../../kernel/services.ts';
import { isOpen, lookUpIntent } from '../charging/index.ts';
import type { Checkout } from './checkout.queries.ts';
import { type SettledCheckout, settleCheckout } from './settle-checkout.ts';

/** Asks the gateway for the outcome of a checkout whose answer was lost, and settles it by that; never charges. */
export async function lookUpCharge(
  services: Services,
  checkout: Checkout,
  { requestId, isOver }: { requestId: string; isOver: boolean },
): Promise<SettledCheckout> {
  if (isOpen(checkout) && checkout.order.quote.total === 0) {
    return settleCheckout(services, checkout, 'free', requestId);
  }
  const settle = (intent: SettledCheckout, settlement: Parameters<typeof settleCheckout>[2]) =>
    settleCheckout(services, intent, settlement, requestId);
  return lookUpIntent<SettledCheckout>(services, checkout, settle, { isOver });
}
