import type { CouponId, UserId } from '@vialkeep/contract/kernel/ids.ts';
import { sql } from 'kysely';
import { audit } from '../../kernel/audit/audit.ts';
import type { Work } from '../../kernel/db/db.ts';
import type { Purchase } from './coupon-for-purchase.ts';

export type CouponUse = Purchase & {
  readonly couponId: CouponId;
  readonly buyerId: UserId;
  /** Names the purchase, and never another one: the same reference again is the same use. */
  readonly reference: string;
  readonly discountCents: number;
};

/**
 * U-17: counts one use in the transaction of the purchase, if the coupon still counts for it and has one left. False, and
 * nothing is written, where it does not: two buyers of the last use get one answer each.
 */
export async function takeCoupon(work: Work, use: CouponUse): Promise<boolean> {
  const { rows } = await sql<{ taken: boolean }>`
    select take_coupon(${use.couponId}::integer, ${use.domainId}::integer, ${use.buyerId}::integer,
      ${use.productId}::integer, ${use.centerId}::integer, ${use.reference}, ${use.discountCents}::integer) as taken
  `.execute(work.db);
  if (!rows[0]?.taken) return false;
  await audit(work, {
    domainId: use.domainId,
    action: 'coupons.take',
    subject: 'coupon',
    subjectId: use.couponId,
    facts: { reference: use.reference, product: use.productId, discount_cents: use.discountCents },
  });
  return true;
}

/** T34: gives the use back when the purchase came to nothing. Again, or for one that took none, it does nothing. */
export async function releaseCoupon(work: Work, use: Pick<CouponUse, 'reference' | 'domainId'>): Promise<boolean> {
  const { rows } = await sql<{ coupon: number | null }>`select release_coupon(${use.reference}) as coupon`.execute(
    work.db,
  );
  const coupon = rows[0]?.coupon ?? null;
  if (coupon === null) return false;
  await audit(work, {
    domainId: use.domainId,
    action: 'coupons.release',
    subject: 'coupon',
    subjectId: coupon,
    facts: { reference: use.reference },
  });
  return true;
}
