import { checkOut } from '@vialkeep/contract/checkout.ts';
import type { Db } from '../../kernel/db/db.ts';
import { orNotFound, refuseBy } from '../../kernel/http/refuse.ts';
import type { Actor } from '../../kernel/session/actor.ts';
import { CardDetails } from '../../ports/card-details.ts';
import type { BillTo } from '../../ports/payments.ts';
import type { OrderRequest } from './build-order.ts';
import type { PaymentMethod } from './charge-checkout.ts';
import type { Order } from './order.ts';

/** Returns a saved card of the buyer or the typed card; null if the total is zero. */
export async function resolvePaymentMethod(
  db: Db,
  actor: Actor,
  asked: OrderRequest,
  order: Order,
  gateway: string,
): Promise<PaymentMethod | null> {
  if (order.quote.total === 0) return null;
  const customer = { id: String(actor.userId), email: order.receiptEmail };
  const savedCardId = asked.auth_customer_payment_profile_validation;
  if (savedCardId) {
    // Filters by buyer, so that a card of another user is not found (T33).
    const card = orNotFound(
      await db
        .selectFrom('saved_cards')
        .select(['customer_id', 'card_id'])
        .where('user_id', '=', actor.userId)
        .where('gateway', '=', gateway)
        .where('card_id', '=', savedCardId)
        .executeTakeFirst(),
    );
    return { card: { customerId: card.customer_id, cardId: card.card_id }, customer, billTo: null };
  }
  const typed = asked.credit_card;
  if (!typed) throw refuseBy(checkOut, 'card_required', { fields: ['credit_card'] });
  const card = new CardDetails({
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
