import type { CouponId, UserId } from '@vialkeep/contract/kernel/ids.ts';
import { sql } from 'kysely';
import { audit } from '../../kernel/audit/audit.ts';
import type { Work } from '../../kernel/db/db.ts';
import { type Placeholders, statement } from '../../kernel/db/statement.ts';
import type { Purchase } from './coupon-for-purchase.ts';

export type CouponUse = Purchase & {
  readonly couponId: CouponId;
  readonly buyerId: UserId;
  /** Identifies one purchase: taking with the same reference again is the same use. */
  readonly reference: string;
  readonly discountCents: number;
};

/**
 * Counts one use in the transaction of the purchase, by a statement that leaves with the commit. It fails, and nothing of
 * the transaction stays, if the coupon is no longer valid for the purchase or has no use left. Of two concurrent buyers
 * of the last use, one gets it (U-17).
 */
export async function takeCoupon(work: Work, use: CouponUse): Promise<void> {
  requireUse.addLast(work, use);
  await audit(work, {
    domainId: use.domainId,
    action: 'coupons.take',
    subject: 'coupon',
    subjectId: use.couponId,
    facts: { reference: use.reference, product: use.productId, discount_cents: use.discountCents },
  });
}

const requireUse = statement(
  (_db, use: Placeholders<CouponUse>) => sql`
    select require_coupon_use(${use.couponId}, ${use.domainId}, ${use.buyerId}, ${use.productId}, ${use.centerId},
      ${use.reference}, ${use.discountCents})`,
);

/** Whether a transaction failed because its coupon has no use left. */
export function isCouponUsedUp(error: unknown): boolean {
  return error instanceof Error && 'constraint' in error && error.constraint === 'coupons_have_a_use_left';
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
