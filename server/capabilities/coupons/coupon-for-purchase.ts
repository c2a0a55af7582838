import { CouponId, type DomainId, type UserId } from '@vialkeep/contract/kernel/ids.ts';
import type { ProductId } from '@vialkeep/contract/products.ts';
import { type ExpressionBuilder, sql } from 'kysely';
import type { Db } from '../../kernel/db/db.ts';
import type { Placeholders } from '../../kernel/db/statement.ts';
import type { DB as Tables } from '../../kernel/db/tables.generated.ts';

/** What decides whether a coupon is valid: the site, the product and the center. */
export type Purchase = {
  readonly domainId: DomainId;
  readonly productId: ProductId;
  readonly centerId: UserId | null;
};

export type CouponForPurchase = { readonly id: CouponId; readonly code: string; readonly discountCents: number };

/**
 * Finds the coupon that is valid for a purchase, without taking a use; `takeCoupon` checks again (U-17).
 */
export async function couponForPurchase(db: Db, code: string, purchase: Purchase): Promise<CouponForPurchase | null> {
  const { domainId, productId, centerId } = purchase;
  const asked = {
    code: sql<string>`${code.trim()}`,
    domainId: sql<DomainId>`${domainId}`,
    productId: sql<ProductId>`${productId}`,
  };
  const row = await selectCoupon(db, asked).executeTakeFirst();
  return couponForCenter(row ?? null, centerId);
}

type CouponCode = { readonly code: string; readonly domainId: DomainId; readonly productId: ProductId };

/**
 * Selects the coupon of a code as far as it does not depend on the center. If a site's own coupon and one for every site
 * share a code from before the rule, only the site's own counts, even when it is used up or inactive (W-10).
 */
export function selectCoupon(
  db: Pick<ExpressionBuilder<Tables, never>, 'selectFrom'>,
  { code, domainId, productId }: Placeholders<CouponCode>,
) {
  return db
    .selectFrom((eb) =>
      eb
        .selectFrom('coupons')
        .selectAll()
        .where(sql<boolean>`lower(code) = lower(${code})`)
        .where('removed_at', 'is', null)
        .where((own) => own.or([own('domain_id', 'is', null), own('domain_id', '=', domainId)]))
        .orderBy('domain_id', (order) => order.asc().nullsLast())
        .limit(1)
        .as('coupon'),
    )
    .select(['id', 'code', 'discount_cents', 'harvest_center_id'])
    .where('is_active', '=', true)
    .where((eb) => eb.or([eb('max_use_number', '=', 0), eb('used_number', '<', eb.ref('max_use_number'))]))
    .where(sql<boolean>`(product_ids = '{}' or ${productId}::integer = any (product_ids))`);
}

type CouponRow = { id: number; code: string; discount_cents: number; harvest_center_id: number | null };

/** The coupon, if it is for every center or for this one. */
export function couponForCenter(row: CouponRow | null, centerId: UserId | null): CouponForPurchase | null {
  if (!row || (row.harvest_center_id !== null && row.harvest_center_id !== centerId)) return null;
  return { id: CouponId.parse(row.id), code: row.code, discountCents: row.discount_cents };
}
