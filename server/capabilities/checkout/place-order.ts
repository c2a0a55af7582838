import { checkOut } from '@vialkeep/contract/checkout.ts';
import type { Db, Work } from '../../kernel/db/db.ts';
import { refuseBy } from '../../kernel/http/refuse.ts';
import { countStrangerLetter } from '../../kernel/mail/unrelated-recipients.ts';
import type { Services } from '../../kernel/services.ts';
import type { Actor } from '../../kernel/session/actor.ts';
import { CardTokenExpired } from '../../ports/card-token.ts';
import { CardRefused } from '../../ports/payments.ts';
import { requireTokensOnly } from '../cards/index.ts';
import { ChargeNotAttempted, waitForOutcome } from '../charging/index.ts';
import { isCouponUsedUp } from '../coupons/index.ts';
import { chargeCheckout } from './charge-checkout.ts';
import { type Checkout, checkoutOfInvoice, findCheckout } from './checkout.queries.ts';
import { requireInvoice } from './invoice-numbers.ts';
import { buildOrder } from './order/build-order.ts';
import { fingerprintOf } from './order/fingerprint.ts';
import type { Order, OrderRequest } from './order/order.ts';
import { loadOrderFacts } from './order/order-facts.ts';
import { resolvePaymentMethod } from './payment-method.ts';
import { presentPurchase, readPurchase } from './purchase.present.ts';
import { couponNotValid, recordCheckoutIntent } from './record-checkout-intent.ts';
import type { SettledCheckout } from './settle-checkout.ts';

type Buying = {
  readonly actor: Actor;
  readonly body: OrderRequest;
  readonly db: Db;
  readonly write: <T>(task: (work: Work) => Promise<T>) => Promise<T>;
  readonly request: { readonly id: string; readonly address: string };
  readonly services: Services;
};

/**
 * Places an order, in this order:
 *
 * 1. A card number is refused where only tokens are accepted. One statement reads everything that the next steps decide
 *    by.
 * 2. A repeated request for the same invoice gets the outcome of the first, so a double click never pays twice.
 * 3. Attempts are limited before a card is looked at, so stolen card numbers cannot be tested here.
 * 4. The server builds the order and its price; a request that was priced differently is refused before anything is paid.
 * 5. The card is resolved before the intent, because a wrong card must leave no open checkout.
 * 6. The intent is committed before the charge: after a crash, a job finds it and asks the gateway what happened.
 * 7. The gateway charges once. After a lost answer the charge is looked up, never repeated.
 */
export async function placeOrder(buying: Buying) {
  const { actor, body, db, services, request } = buying;
  requireTokensOnly(checkOut, services, cardDataOf(body), ['credit_card.card_number']);
  const facts = await loadOrderFacts(db, actor, body, services.payments.name);
  const repeated = facts.isRepeated ? await findRepeatedOrder(buying) : null;
  if (repeated) return presentOutcome(db, repeated, 'in_progress');

  requireInvoice(body.invoice_id, facts.nextInvoice);
  await limitAttempts(buying);
  const order = await buildOrder(buying, facts);
  await limitNewPatientEmail(buying, order);
  const method = resolvePaymentMethod(actor, body, order, facts);

  const checkout = await recordIntent(buying, order);
  if (!checkout) return presentOutcome(db, await findConcurrentOrder(buying), 'in_progress');
  const settled = await chargeCheckout(services, checkout, method, request.id).catch(throwRefusal);
  return presentOutcome(db, settled, 'outcome_unknown');
}

function cardDataOf({ credit_card }: OrderRequest) {
  return { number: credit_card?.card_number, code: credit_card?.cvc };
}

/** The outcome of an earlier request for the same invoice, which must be for the same order; null without one. */
async function findRepeatedOrder({ actor, body, db }: Buying): Promise<Checkout | null> {
  const earlier = await findOpenCheckout(db, actor, body.invoice_id);
  if (!earlier) return null;
  if (!earlier.fingerprint.equals(fingerprintOf(body))) throw refuseBy(checkOut, 'invoice_used');
  return waitForOutcome(earlier, () => findCheckout(db, earlier.id));
}

/**
 * The outcome of the request that has committed its intent first. It may be over by now, and its refusal is then that of
 * the same order.
 */
async function findConcurrentOrder(buying: Buying): Promise<Checkout | null> {
  const { actor, body, db } = buying;
  const open = await findRepeatedOrder(buying);
  if (open) return open;
  const ended = await checkoutOfInvoice(db, actor, body.invoice_id);
  return ended?.fingerprint.equals(fingerprintOf(body)) ? ended : null;
}

async function limitAttempts({ actor, services }: Buying): Promise<void> {
  const limit = { bucket: 'checkout', most: services.settings.checkoutsPerHour, minutes: 60 };
  await services.limits.count(limit, String(actor.acting?.byId ?? actor.userId));
}

/** Counted before the charge: fulfilment creates the account and emails its owner in any case. */
async function limitNewPatientEmail({ actor, request, services }: Buying, { newPatient }: Order): Promise<void> {
  if (!newPatient) return;
  await countStrangerLetter(services, { actor, address: request.address, recipient: newPatient.email });
}

/** Commits the intent; null when a concurrent request for the same invoice has committed first. */
async function recordIntent({ actor, body, services, write }: Buying, order: Order): Promise<Checkout | null> {
  const intent = { actor, invoiceId: body.invoice_id, fingerprint: fingerprintOf(body), order };
  const inserted = await write((work) =>
    recordCheckoutIntent(work, { ...intent, gateway: services.payments.name }),
  ).catch(ignoreDuplicateCheckout);
  const row = inserted?.rows[0];
  return row ? { ...row, order } : null;
}

async function findOpenCheckout(db: Db, actor: Actor, invoiceId: number): Promise<Checkout | null> {
  const checkout = await checkoutOfInvoice(db, actor, invoiceId);
  return checkout && checkout.state !== 'declined' && checkout.state !== 'given_up' ? checkout : null;
}

function ignoreDuplicateCheckout(error: unknown): null {
  if (error instanceof Error && 'constraint' in error && error.constraint === 'one_checkout_for_an_invoice')
    return null;
  throw isCouponUsedUp(error) ? couponNotValid() : error;
}

function throwRefusal(error: unknown): never {
  if (error instanceof ChargeNotAttempted) throw refuseBy(checkOut, 'provider_unavailable');
  if (error instanceof CardTokenExpired) throw refuseBy(checkOut, 'card_token_expired');
  if (error instanceof CardRefused) throw refuseBy(checkOut, 'card_refused', { errorMessage: error.message });
  throw error;
}

async function presentOutcome(db: Db, checkout: SettledCheckout | null, whileOpen: 'in_progress' | 'outcome_unknown') {
  if (!checkout) throw refuseBy(checkOut, 'in_progress');
  const { state, transaction_id, message, card_refusal, order } = checkout;
  if (state === 'held') throw refuseBy(checkOut, 'held_for_review');
  if (state === 'declined') throw refuseBy(checkOut, 'declined', { errorMessage: message });
  if (card_refusal === 'card_token_expired') throw refuseBy(checkOut, 'card_token_expired');
  if (card_refusal === 'card_refused') throw refuseBy(checkOut, 'card_refused', { errorMessage: message });
  if (state === 'given_up') throw refuseBy(checkOut, 'provider_unavailable');
  if (transaction_id === null) throw refuseBy(checkOut, whileOpen);
  return {
    code: 'success' as const,
    message: `${order.product.name} has been ordered.`,
    error_message: '' as const,
    purchase: checkout.purchase ? presentPurchase(checkout.purchase) : await readPurchase(db, transaction_id),
  };
}
