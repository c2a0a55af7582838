import type { Services } from '../../kernel/services.ts';
import type { Charge } from '../../ports/payments.ts';
import { chargeIntent } from '../charging/index.ts';
import type { Checkout } from './checkout.queries.ts';
import { type SettledCheckout, settleCheckout } from './settle-checkout.ts';

export type PaymentMethod = Pick<Charge, 'card' | 'billTo' | 'customer'>;

/** Charges a new checkout and settles it by the answer; one that costs nothing is settled without the gateway. */
export async function chargeCheckout(
  services: Services,
  checkout: Checkout,
  means: PaymentMethod | null,
  requestId: string,
): Promise<SettledCheckout> {
  const { order, invoice_id } = checkout;
  if (order.quote.total === 0 || means === null) return settleCheckout(services, checkout, 'free', requestId);
  const charge = {
    ...means,
    amountCents: order.quote.total,
    invoiceNumber: String(invoice_id),
    description: order.description,
  };
  return chargeIntent<SettledCheckout>(services, checkout, charge, (intent, settlement) =>
    settleCheckout(services, intent, settlement, requestId),
  );
}
