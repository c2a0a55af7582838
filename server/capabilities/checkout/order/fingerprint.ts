import { hash } from 'node:crypto';
import type { OrderRequest } from './order.ts';

/** Identifies an order by the chosen items and the total that the buyer saw; the card is no part of it. */
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
