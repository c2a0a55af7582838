import { checkOut } from '@vialkeep/contract/checkout.ts';
import { audit } from '../../kernel/audit/audit.ts';
import type { Work } from '../../kernel/db/db.ts';
import { type Placeholders, statement } from '../../kernel/db/statement.ts';
import { refuseBy } from '../../kernel/http/refuse.ts';
import type { Actor } from '../../kernel/session/actor.ts';
import { newChargeReference } from '../charging/index.ts';
import { takeCoupon } from '../coupons/index.ts';
import { openVialOrder } from '../orders/index.ts';
import { checkoutColumns } from './checkout.queries.ts';
import type { Order } from './order/order.ts';

export type NewCheckout = {
  readonly actor: Actor;
  readonly invoiceId: number;
  readonly fingerprint: Buffer;
  readonly order: Order;
  readonly gateway: string;
};

/**
 * Records the intent, reserves vials where the patient's lab wants it and takes the coupon use in one transaction, before
 * the charge. Without a reservation all its statements leave with the commit, so the checkout can be read after it.
 */
export async function recordCheckoutIntent(work: Work, { actor, order, ...given }: NewCheckout) {
  const reference = newChargeReference('VK');
  const values = {
    domainId: actor.domainId,
    buyerId: actor.userId,
    actorId: actor.acting?.byId ?? actor.userId,
    invoiceId: given.invoiceId,
    fingerprint: given.fingerprint,
    order: JSON.stringify(order),
    totalCents: order.quote.total,
    couponId: order.coupon?.id ?? null,
    gateway: given.gateway,
    reference,
  };
  const inserted = await insertAndReserve(work, order, values);
  if (order.coupon) {
    await takeCoupon(work, {
      couponId: order.coupon.id,
      domainId: actor.domainId,
      buyerId: actor.userId,
      productId: order.product.id,
      centerId: order.centerId,
      reference,
      discountCents: order.quote.discount,
    });
  }
  await audit(work, {
    domainId: actor.domainId,
    action: 'checkout.begin',
    subject: 'checkout',
    subjectId: { table: 'checkouts', column: 'reference', value: reference },
    facts: { product: order.product.id, quantity: order.quote.quantity, total_cents: order.quote.total },
  });
  return inserted;
}

/** The checkout comes before the lock of the chain: a repeat of the same invoice waits for it and holds nothing. */
async function insertAndReserve(work: Work, order: Order, values: CheckoutValues) {
  if (order.reservingLabId === null || order.patientId === null) return insertCheckout.addLast(work, values);
  const rows = await insertCheckout(work.db, values);
  const [checkout] = rows;
  if (!checkout) throw new Error('A checkout was not kept.');
  await openVialOrder(work, {
    checkoutId: checkout.id,
    labId: order.reservingLabId,
    patient: { id: order.patientId, domainId: values.domainId },
    productId: order.product.id,
    quantity: order.quote.quantity,
    shipOn: order.shippingDate,
  });
  return { rows };
}

type CheckoutValues = {
  readonly domainId: number;
  readonly buyerId: number;
  readonly actorId: number;
  readonly invoiceId: number;
  readonly fingerprint: Buffer;
  readonly order: string;
  readonly totalCents: number;
  readonly couponId: number | null;
  readonly gateway: string;
  readonly reference: string;
};

const insertCheckout = statement((db, values: Placeholders<CheckoutValues>) =>
  db
    .insertInto('checkouts')
    .values({
      domain_id: values.domainId,
      buyer_id: values.buyerId,
      actor_id: values.actorId,
      invoice_id: values.invoiceId,
      fingerprint: values.fingerprint,
      ordered: values.order,
      total_cents: values.totalCents,
      coupon_id: values.couponId,
      gateway: values.gateway,
      reference: values.reference,
    })
    .returning(checkoutColumns),
);

export function couponNotValid() {
  return refuseBy(checkOut, 'coupon_not_valid', { fields: ['coupon_code'] });
}
