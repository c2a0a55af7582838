import { randomBytes } from 'node:crypto';
import { checkOut } from '@vialkeep/contract/checkout.ts';
import { audit } from '../../kernel/audit/audit.ts';
import type { Work } from '../../kernel/db/db.ts';
import { refuseBy } from '../../kernel/http/refuse.ts';
import type { Actor } from '../../kernel/session/actor.ts';
import { takeCoupon } from '../coupons/index.ts';
import type { Order } from './order.ts';

export type NewCheckout = {
  readonly actor: Actor;
  readonly invoiceId: number;
  readonly fingerprint: Buffer;
  readonly order: Order;
  readonly gateway: string;
};

/** Records the intent and takes the coupon use in one transaction, before the charge. Returns the checkout's id. */
export async function recordCheckoutIntent(work: Work, { actor, order, ...given }: NewCheckout): Promise<number> {
  const reference = newReference();
  const { id } = await work.db
    .insertInto('checkouts')
    .values({
      domain_id: actor.domainId,
      buyer_id: actor.userId,
      actor_id: actor.acting?.byId ?? actor.userId,
      invoice_id: given.invoiceId,
      fingerprint: given.fingerprint,
      ordered: JSON.stringify(order),
      total_cents: order.quote.total,
      coupon_id: order.coupon?.id ?? null,
      gateway: given.gateway,
      reference,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  if (order.coupon) {
    const taken = await takeCoupon(work, {
      couponId: order.coupon.id,
      domainId: actor.domainId,
      buyerId: actor.userId,
      productId: order.product.id,
      centerId: order.centerId,
      reference,
      discountCents: order.quote.discount,
    });
    if (!taken) throw couponNotValid();
  }
  await audit(work, {
    domainId: actor.domainId,
    action: 'checkout.begin',
    subject: 'checkout',
    subjectId: id,
    facts: { product: order.product.id, quantity: order.quote.quantity, total_cents: order.quote.total },
  });
  return id;
}

export function couponNotValid() {
  return refuseBy(checkOut, 'coupon_not_valid', { fields: ['coupon_code'] });
}

/** The gateway's reference for this charge: 80 random bits in at most 20 characters. */
function newReference(): string {
  return `VK${randomBytes(10).readBigUInt64BE().toString(36)}${randomBytes(2).toString('hex')}`
    .slice(0, 20)
    .toUpperCase();
}
