import { type Coupon, CouponDetails } from '@vialkeep/contract/coupons.ts';
import { DomainId, UserId } from '@vialkeep/contract/kernel/ids.ts';
import { ProductId } from '@vialkeep/contract/products.ts';
import { z } from 'zod';
import { buildNumberShape } from '../../ui/form/state/number-shape.ts';

const { name, code, max_use_number, discount_amount } = CouponDetails.shape;

/** The contract's coupon in form shape: numbers may be empty, products are a list. */
export const CouponValues = z.object({
  name,
  code,
  max_use_number: buildNumberShape(max_use_number),
  discount_amount: buildNumberShape(discount_amount),
  status: z.literal([0, 1]),
  product_ids: z.array(ProductId),
  harvest_center: UserId.nullable(),
  domain: DomainId.nullable(),
});
export type CouponValues = z.input<typeof CouponValues>;

/** A new coupon is active and unlimited (F145). */
export function buildCouponValues(coupon: Coupon | null): CouponValues {
  return {
    name: coupon?.name ?? '',
    code: coupon?.code ?? '',
    max_use_number: coupon?.max_use_number ?? 0,
    discount_amount: coupon?.discount_amount ?? null,
    status: coupon === null || coupon.status ? 1 : 0,
    product_ids: productsOf(coupon),
    harvest_center: coupon?.harvest_center ?? null,
    domain: coupon?.domain ?? null,
  };
}

/** The body of the documented calls (C-35). */
export function bodyOf(values: CouponValues) {
  return {
    ...values,
    max_use_number: values.max_use_number ?? 0,
    discount_amount: values.discount_amount ?? 0,
    product_ids: values.product_ids.join(','),
  };
}

/** Reapplies the user's unsaved changes to a newer version. */
export function mergedValues(now: CouponValues, known: Coupon | null, fresh: Coupon | null): CouponValues {
  const before = new Map(Object.entries(buildCouponValues(known)));
  const changed = Object.entries(now).filter(([field, value]) => !isSame(value, before.get(field)));
  return { ...buildCouponValues(fresh), ...Object.fromEntries(changed) };
}

export function productsOf(coupon: Coupon | null): ProductId[] {
  const parts = coupon?.product_ids.split(',').filter((part) => part !== '') ?? [];
  return parts.map((part) => ProductId.parse(Number(part)));
}

function isSame(left: unknown, right: unknown): boolean {
  return JSON.stringify(left) === JSON.stringify(right);
}
