import { checkOut } from '@vialkeep/contract/checkout.ts';
import { orNotFound, refuseBy } from '../../kernel/http/refuse.ts';
import type { Actor } from '../../kernel/session/actor.ts';
import type { BillTo } from '../../ports/payments.ts';
import { cardFromCall } from '../cards/index.ts';
import type { PaymentMethod } from './charge-checkout.ts';
import type { Order, OrderRequest } from './order/order.ts';
import type { OrderFacts } from './order/order-facts.ts';

/** Returns a saved card of the buyer or the card of the order; null if the total is zero. */
export function resolvePaymentMethod(
  actor: Actor,
  asked: OrderRequest,
  order: Order,
  facts: OrderFacts,
): PaymentMethod | null {
  if (order.quote.total === 0) return null;
  const customer = { id: String(actor.userId), email: order.receiptEmail };
  if (asked.auth_customer_payment_profile_validation) {
    const card = orNotFound(facts.card);
    return { card: { customerId: card.customer_id, cardId: card.card_id }, customer, billTo: null };
  }
  const typed = asked.credit_card;
  if (!typed) throw refuseBy(checkOut, 'card_required', { fields: ['credit_card'] });
  const card = cardFromCall({
    token: typed.card_token,
    number: typed.card_number,
    code: typed.cvc,
    expires: typed.expiration_date,
    holder: typed.full_name,
  });
  return { card, customer, billTo: billTo(card.holder, order) };
}

function billTo(holder: string, { billing }: Order): BillTo {
  const [firstName = '', ...rest] = holder.split(/\s+/);
  return {
    firstName,
    lastName: rest.join(' '),
    company: billing.company ?? '',
    address: [billing.address1, billing.address2].filter(Boolean).join(', '),
    city: billing.city,
    state: billing.state,
    zip: billing.zip_code ?? '',
    country: billing.country_desc,
  };
}
