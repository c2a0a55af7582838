import type { Updateable } from 'kysely';
import { audit } from '../../kernel/audit/audit.ts';
import type { Work } from '../../kernel/db/db.ts';
import type { DB as Tables } from '../../kernel/db/tables.generated.ts';
import type { Services } from '../../kernel/services.ts';
import {
  buildChargeColumns,
  capturedCharge,
  getCardRefusal,
  getDeclineMessage,
  isOpen,
  type Settlement,
  stateBy,
  voidOrphan,
} from '../charging/index.ts';
import { releaseCoupon } from '../coupons/index.ts';
import { dropVialOrder } from '../orders/index.ts';
import { type Checkout, findCheckout, lockedCheckout } from './checkout.queries.ts';
import { fulfilOrder } from './fulfil-order.ts';
import type { PurchaseRow } from './purchase.present.ts';

/** A checkout with the purchase that settled it, where it was charged now. */
export type SettledCheckout = Checkout & { readonly purchase?: PurchaseRow };

/** Settles a checkout by the gateway's answer, once: under the row lock, a second call finds it settled. */
export async function settleCheckout(
  services: Services,
  checkout: Checkout,
  settlement: Settlement,
  requestId: string,
): Promise<SettledCheckout> {
  const { store, domains } = services;
  const cause = { actorId: checkout.actor_id, userId: checkout.buyer_id, sessionId: null, requestId };
  const site = await domains.ofId(checkout.domain_id);
  const purchase = await store.write(checkout.domain_id, cause, async (work) => {
    const state = stateBy(settlement);
    if (state === 'charged') {
      const bought = await fulfilOrder(work, checkout, site, capturedCharge(settlement));
      if (bought) await auditSettlement(work, checkout, state);
      else await handleLateSettlement(work, await lockedCheckout(work.db, checkout.id), settlement);
      return bought;
    }
    const locked = await lockedCheckout(work.db, checkout.id);
    if (!isOpen(locked)) await handleLateSettlement(work, locked, settlement);
    else if (state === 'held') await change(work, locked, { ...buildChargeColumns(capturedCharge(settlement)), state });
    else {
      if (locked.order.reservingLabId !== null) await dropVialOrder(work, locked.id);
      await releaseCoupon(work, { reference: locked.reference, domainId: site.id });
      const reason = { message: getDeclineMessage(settlement), card_refusal: getCardRefusal(settlement) };
      await change(work, locked, { state, ...reason, settled_at: new Date() });
    }
    return null;
  });
  if (purchase) return { ...checkout, state: 'charged', transaction_id: purchase.id, purchase };
  return (await findCheckout(store.read(checkout.domain_id), checkout.id)) ?? checkout;
}

type CheckoutChanges = Updateable<Tables['checkouts']> & { state: string };

async function change(work: Work, checkout: Checkout, changes: CheckoutChanges): Promise<void> {
  await work.db.updateTable('checkouts').set(changes).where('id', '=', checkout.id).execute();
  await auditSettlement(work, checkout, changes.state);
}

async function auditSettlement(work: Work, { id, domain_id }: Checkout, state: string): Promise<void> {
  await audit(work, {
    domainId: domain_id,
    action: 'checkout.settle',
    subject: 'checkout',
    subjectId: id,
    facts: { state },
  });
}

/** Queues a void of a charge that was captured although its order was declined or given up (T39). */
async function handleLateSettlement(
  work: Work,
  { id, domain_id, state }: Checkout,
  settlement: Settlement,
): Promise<void> {
  const isOrphan = await voidOrphan(work, state, settlement);
  await audit(work, {
    domainId: domain_id,
    action: 'checkout.settle_again',
    subject: 'checkout',
    subjectId: id,
    facts: { state, given_back: isOrphan },
  });
}
