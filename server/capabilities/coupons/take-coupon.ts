import type { CouponId, UserId } from '@vialkeep/contract/kernel/ids.ts';
import { sql } from 'kysely';
import { audit } from '../../kernel/audit/audit.ts';
import type { Work } from '../../kernel/db/db.ts';
import type { Purchase } from './coupon-for-purchase.ts';

export type CouponUse = Purchase & {
  readonly couponId: CouponId;
  readonly buyerId: UserId;
  /** Identifies one purchase: taking with the same reference again is the same use. */
  readonly reference: string;
  readonly discountCents: number;
};

/**
 * Counts one use in the transaction of the purchase if the coupon is still valid for it and has one left; otherwise
 * returns false and writes nothing. Of two concurrent buyers of the last use, one gets it (U-17).
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

/** Gives the use back when the purchase fails. Idempotent; does nothing for a purchase that took none (T34). */
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
