import type { Updateable } from 'kysely';
import { audit } from '../../kernel/audit/audit.ts';
import type { Work } from '../../kernel/db/db.ts';
import type { DB as Tables } from '../../kernel/db/tables.generated.ts';
import { enqueue } from '../../kernel/jobs/jobs.ts';
import type { Services } from '../../kernel/services.ts';
import type { ChargeOutcome } from '../../ports/payments.ts';
import { releaseCoupon } from '../coupons/index.ts';
import { type Checkout, findCheckout, isOpen, lockedCheckout } from './checkout.queries.ts';
import { fulfilOrder } from './fulfil-order.ts';
import { VOID_CHARGE } from './job-names.ts';
import type { PurchaseRow } from './purchase.present.ts';
import type { CapturedCharge } from './receipt.ts';

/** `free`: there was nothing to pay. `none`: the gateway has not charged, and will not. */
export type Settlement = ChargeOutcome | 'free' | 'none';

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
      const bought = await fulfilOrder(work, checkout, site, takenBy(settlement));
      if (bought) await auditSettlement(work, checkout, state);
      else await handleLateSettlement(work, await lockedCheckout(work.db, checkout.id), settlement);
      return bought;
    }
    const locked = await lockedCheckout(work.db, checkout.id);
    if (!isOpen(locked)) await handleLateSettlement(work, locked, settlement);
    else if (state === 'held') await change(work, locked, { ...buildChargeColumns(takenBy(settlement)), state });
    else {
      await releaseCoupon(work, { reference: locked.reference, domainId: site.id });
      await change(work, locked, { state, message: getDeclineMessage(settlement), settled_at: new Date() });
    }
    return null;
  });
  if (purchase) return { ...checkout, state: 'charged', transaction_id: purchase.id, purchase };
  return (await findCheckout(store.read(checkout.domain_id), checkout.id)) ?? checkout;
}

function stateBy(settlement: Settlement): 'charged' | 'held' | 'declined' | 'given_up' {
  if (settlement === 'free') return 'charged';
  if (settlement === 'none' || settlement.state === 'voided') return 'given_up';
  return settlement.state === 'approved' ? 'charged' : settlement.state;
}

function takenBy(settlement: Settlement): CapturedCharge | null {
  return typeof settlement === 'object' && settlement.state !== 'declined' ? settlement : null;
}

function getDeclineMessage(settlement: Settlement): string {
  return typeof settlement === 'object' && settlement.state === 'declined' ? settlement.message : '';
}

function buildChargeColumns(taken: CapturedCharge | null) {
  return taken ? { gateway_id: taken.transactionId, card_brand: taken.brand, card_last4: taken.last4 } : {};
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
  const taken = takenBy(settlement);
  const isOrphan = taken !== null && state !== 'charged' && stateBy(settlement) !== 'given_up';
  if (isOrphan) await enqueue(work, VOID_CHARGE, { transactionId: taken.transactionId }, `void-${taken.transactionId}`);
  await audit(work, {
    domainId: domain_id,
    action: 'checkout.settle_again',
    subject: 'checkout',
    subjectId: id,
    facts: { state, given_back: isOrphan },
  });
}
