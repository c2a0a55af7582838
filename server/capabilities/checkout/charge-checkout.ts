import { setTimeout as sleep } from 'node:timers/promises';
import type { Services } from '../../kernel/services.ts';
import { CardTokenExpired } from '../../ports/card-token.ts';
import { CardRefused, type Charge, PaymentUnavailable, PaymentUnknown } from '../../ports/payments.ts';
import type { Checkout } from './checkout.queries.ts';
import { lookUpCharge } from './look-up-charge.ts';
import { type SettledCheckout, settleCheckout } from './settle-checkout.ts';

export type PaymentMethod = Pick<Charge, 'card' | 'billTo' | 'customer'>;

/** The gateway was unavailable, so nothing was charged and the checkout is given up. */
export class ChargeNotAttempted extends Error {
  override readonly name = 'ChargeNotAttempted';
}

/**
 * Charges a new checkout and settles it by the answer. After a lost answer the charge is looked up and never repeated;
 * if the outcome stays unknown, the checkout stays begun and the settlement job resolves it.
 */
export async function chargeCheckout(
  services: Services,
  checkout: Checkout,
  means: PaymentMethod | null,
  requestId: string,
): Promise<SettledCheckout> {
  const { order, reference, invoice_id } = checkout;
  if (order.quote.total === 0 || means === null) return settleCheckout(services, checkout, 'free', requestId);
  try {
    const outcome = await services.payments.charge({
      ...means,
      reference,
      amountCents: order.quote.total,
      invoiceNumber: String(invoice_id),
      description: order.description,
    });
    return await settleCheckout(services, checkout, outcome, requestId);
  } catch (error) {
    if (error instanceof PaymentUnknown) return lookUpWithRetry(services, checkout, requestId);
    const isAboutCard = error instanceof CardRefused || error instanceof CardTokenExpired;
    if (!isAboutCard && !(error instanceof PaymentUnavailable)) throw error;
    await settleCheckout(services, checkout, 'none', requestId);
    throw isAboutCard ? error : new ChargeNotAttempted(error.message);
  }
}

const LOOK_AGAIN_MS = [0, 1_000, 3_000];

async function lookUpWithRetry(services: Services, checkout: Checkout, requestId: string): Promise<SettledCheckout> {
  let current: SettledCheckout = checkout;
  for (const wait of LOOK_AGAIN_MS) {
    await sleep(wait);
    try {
      current = await lookUpCharge(services, current, { requestId, isOver: true });
    } catch (error) {
      if (!(error instanceof PaymentUnknown || error instanceof PaymentUnavailable)) throw error;
    }
    if (current.state !== 'begun') return current;
  }
  return current;
}
