import type { Coupon } from '@vialkeep/contract/coupons.ts';
import { dollarsOf } from '@vialkeep/contract/kernel/money.ts';
import type { z } from 'zod';
import type { CouponRow } from './coupons.queries.ts';

export function presentCoupon(row: CouponRow): z.input<typeof Coupon> {
  const { harvest_center_id: center, company } = row;
  return {
    id: row.id,
    name: row.name,
    code: row.code,
    max_use_number: row.max_use_number,
    used_number: row.used_number,
    discount_amount: dollarsOf(row.discount_cents),
    status: row.is_active,
    product_ids: row.product_ids.join(','),
    harvest_center: center,
    hc_desc: center === null ? [] : [{ id: center, company: company ?? '' }],
    domain: row.domain_id,
    domain_info: { name: row.domain_name ?? '' },
    version: row.version,
  };
}
