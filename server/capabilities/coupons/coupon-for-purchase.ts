import { CouponId, type DomainId, type UserId } from '@vialkeep/contract/kernel/ids.ts';
import type { ProductId } from '@vialkeep/contract/products.ts';
import { sql } from 'kysely';
import type { Db } from '../../kernel/db/db.ts';

/** What decides whether a coupon is valid: the site, the product and the center. */
export type Purchase = {
  readonly domainId: DomainId;
  readonly productId: ProductId;
  readonly centerId: UserId | null;
};

export type CouponForPurchase = { readonly id: CouponId; readonly code: string; readonly discountCents: number };

/**
 * Finds the coupon that is valid for a purchase, without taking a use; `takeCoupon` checks again (U-17). If a site's
 * own coupon and one for every site share a code from before the rule, only the site's own counts, even when it is used
 * up or inactive (W-10).
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
