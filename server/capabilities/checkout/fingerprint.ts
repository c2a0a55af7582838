import { hash } from 'node:crypto';
import type { OrderRequest } from './build-order.ts';

/** The same for the same order: what was chosen and the amount that was seen, not the card it is paid with. */
export function fingerprintOf(asked: OrderRequest): Buffer {
  const chosen = [
    asked.product_id,
    asked.product_quantity,
    asked.total_amount,
    asked.coupon_code?.toLowerCase() ?? '',
    asked.patient_id ?? null,
    asked.create_patient ? (asked.email ?? '').toLowerCase() : null,
    asked.harvest_center_temporal_id ?? null,
    asked.harvest_fee ?? null,
  ];
  return hash('sha256', JSON.stringify(chosen), 'buffer');
}
