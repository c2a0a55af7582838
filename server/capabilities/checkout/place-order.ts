import { setTimeout as sleep } from 'node:timers/promises';
import { checkOut } from '@vialkeep/contract/checkout.ts';
import type { Db, Work } from '../../kernel/db/db.ts';
import { refuseBy } from '../../kernel/http/refuse.ts';
import { countStrangerLetter } from '../../kernel/mail/stranger-letters.ts';
import type { Services } from '../../kernel/services.ts';
import type { Actor } from '../../kernel/session/actor.ts';
import { CardRefused } from '../../ports/payments.ts';
import { buildOrder, type OrderRequest } from './build-order.ts';
import { ChargeNotAttempted, chargeCheckout } from './charge-checkout.ts';
import { type Checkout, checkoutOfInvoice, findCheckout } from './checkout.queries.ts';
import { fingerprintOf } from './fingerprint.ts';
import { requireInvoiceOf } from './invoice-numbers.ts';
import { resolvePaymentMethod } from './payment-method.ts';
import { presentPurchase } from './purchase.present.ts';
import { recordCheckoutIntent } from './record-checkout-intent.ts';

type Buying = {
  readonly actor: Actor;
  readonly body: OrderRequest;
  readonly db: Db;
  readonly write: <T>(task: (work: Work) => Promise<T>) => Promise<T>;
  readonly request: { readonly id: string; readonly address: string };
  readonly services: Services;
};

/**
 * Builds the order, records the intent, charges and settles. Repeating the same order answers the outcome of the first.
 */
export async function placeOrder({ actor, body, db, write, request, services }: Buying) {
  const fingerprint = fingerprintOf(body);
  const earlier = await findOpenCheckout(db, actor, body.invoice_id);
  if (earlier) return answered(db, await waitForOutcome(db, earlier, fingerprint), 'in_progress');

  await requireInvoiceOf(db, actor, body.invoice_id);
  const limit = { bucket: 'checkout', most: services.settings.checkoutsPerHour, minutes: 60 };
  await services.limits.count(limit, String(actor.acting?.byId ?? actor.userId));
  const gateway = services.payments.name;
  const order = await buildOrder(services, db, actor, body);
  // Counted before the charge: fulfilment creates the account and emails its owner in any case.
  const recipient = order.newPatient?.email;
  if (recipient) await countStrangerLetter(services, { actor, address: request.address, recipient });
  const means = await resolvePaymentMethod(db, actor, body, order, gateway);
  const id = await write((work) =>
    recordCheckoutIntent(work, { actor, invoiceId: body.invoice_id, fingerprint, order, gateway }),
  ).catch(ignoreDuplicateCheckout);
  const checkout = id === null ? await findOpenCheckout(db, actor, body.invoice_id) : await findCheckout(db, id);
  if (!checkout) throw refuseBy(checkOut, 'in_progress');
  if (id === null) return answered(db, await waitForOutcome(db, checkout, fingerprint), 'in_progress');
  return answered(db, await chargeCheckout(services, checkout, means, request.id).catch(asRefusal), 'outcome_unknown');
}

async function findOpenCheckout(db: Db, actor: Actor, invoiceId: number): Promise<Checkout | null> {
  const checkout = await checkoutOfInvoice(db, actor, invoiceId);
  return checkout && checkout.state !== 'declined' && checkout.state !== 'given_up' ? checkout : null;
}

/** Two concurrent requests for one invoice: the unique constraint let only one of them insert its checkout. */
function ignoreDuplicateCheckout(error: unknown): null {
  if (error instanceof Error && 'constraint' in error && error.constraint === 'one_checkout_for_an_invoice')
    return null;
  throw error;
}

const LONGEST_WAIT_MS = 20_000;
const LOOK_EVERY_MS = 250;

/** Waits for the outcome of the first checkout if it is the same order. */
async function waitForOutcome(db: Db, first: Checkout, fingerprint: Buffer): Promise<Checkout> {
  if (!first.fingerprint.equals(fingerprint)) throw refuseBy(checkOut, 'invoice_used');
  let current = first;
  for (const deadline = Date.now() + LONGEST_WAIT_MS; current.state === 'begun' && Date.now() < deadline; ) {
    await sleep(LOOK_EVERY_MS);
    current = (await findCheckout(db, first.id)) ?? current;
  }
  return current;
}

function asRefusal(error: unknown): never {
  if (error instanceof ChargeNotAttempted) throw refuseBy(checkOut, 'provider_unavailable');
  if (error instanceof CardRefused) throw refuseBy(checkOut, 'card_refused', { errorMessage: error.message });
  throw error;
}

async function answered(db: Db, checkout: Checkout, whileOpen: 'in_progress' | 'outcome_unknown') {
  const { state, transaction_id, message, order } = checkout;
  if (state === 'held') throw refuseBy(checkOut, 'held_for_review');
  if (state === 'declined') throw refuseBy(checkOut, 'declined', { errorMessage: message });
  if (state === 'given_up') throw refuseBy(checkOut, 'provider_unavailable');
  if (transaction_id === null) throw refuseBy(checkOut, whileOpen);
  return {
    code: 'success' as const,
    message: `${order.product.name} has been ordered.`,
    error_message: '' as const,
    purchase: await presentPurchase(db, transaction_id),
  };
}
