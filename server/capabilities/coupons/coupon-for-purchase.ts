import { CouponId, type DomainId, type UserId } from '@vialkeep/contract/kernel/ids.ts';
import type { ProductId } from '@vialkeep/contract/products.ts';
import { sql } from 'kysely';
import type { Db } from '../../kernel/db/db.ts';

/** What a coupon is asked about: who buys where, what, and at which center. */
export type Purchase = {
  readonly domainId: DomainId;
  readonly productId: ProductId;
  readonly centerId: UserId | null;
};

export type CouponForPurchase = { readonly id: CouponId; readonly code: string; readonly discountCents: number };

/**
 * U-17: the coupon that counts for a purchase, or none. It looks and does not take: `takeCoupon` asks once more. W-10: a code
 * is one coupon; where one for every site bears that of a site's own from before this rule, only the site's own is asked,
 * and one that is used up or inactive gives way to no other.
 */
export async function couponForPurchase(db: Db, code: string, purchase: Purchase): Promise<CouponForPurchase | null> {
  const { domainId, productId, centerId } = purchase;
  const row = await db
    .selectFrom((eb) =>
      eb
        .selectFrom('coupons')
        .selectAll()
        .where(sql<boolean>`lower(code) = lower(${code.trim()})`)
        .where('removed_at', 'is', null)
        .where((own) => own.or([own('domain_id', 'is', null), own('domain_id', '=', domainId)]))
        .orderBy('domain_id', (order) => order.asc().nullsLast())
        .limit(1)
        .as('coupon'),
    )
    .select(['id', 'code', 'discount_cents'])
    .where('is_active', '=', true)
    .where((eb) => eb.or([eb('max_use_number', '=', 0), eb('used_number', '<', eb.ref('max_use_number'))]))
    .where(sql<boolean>`(product_ids = '{}' or ${productId}::integer = any (product_ids))`)
    .where((eb) => eb.or([eb('harvest_center_id', 'is', null), eb('harvest_center_id', '=', centerId)]))
    .executeTakeFirst();
  return row ? { id: CouponId.parse(row.id), code: row.code, discountCents: row.discount_cents } : null;
}
