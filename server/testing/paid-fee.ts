import { TransactionId } from '@vialkeep/contract/kernel/ids.ts';
import type { World } from './world.ts';

type Fee = { patient: string; center: string; referral?: string };

let paid = 0;

/** A paid processing fee for a patient; people are named by their email. */
export async function paidFee(world: World, { patient, center, referral = '' }: Fee): Promise<TransactionId> {
  paid += 1;
  const [row] = await world.sql<{ id: number }>(
    `insert into transactions (domain_id, buyer_id, product_id, quantity, amount_cents, price_cents, shipping_cents,
       harvest_fee_cents, discount_cents, charged_cents, charged_quantity, center_id, referral_center_id, patient_id,
       gateway, gateway_id, invoice_id, description, receipt_email)
     select patient.domain_id, coalesce(referral.id, center.id), case when referral.id is null then 1 else 13 end, 1,
       100, 100, 0, 0, 0, 100, 1, center.id, referral.id, patient.id, 'test', 'paid-fee-' || $4, 1, 'Processing fee', ''
     from users patient join users center on center.email = $2 left join users referral on referral.email = $3
     where patient.email = $1 returning id`,
    [patient, center, referral, paid],
  );
  return TransactionId.parse(row?.id);
}
