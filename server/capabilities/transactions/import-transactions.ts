import { sql } from 'kysely';
import type { Work } from '../../kernel/db/db.ts';

/** A sale of another system's history. It is not charged here, and no commission is computed for it. */
export type ImportedSale = {
  readonly domain_id: number;
  readonly key: string;
  readonly date: string;
  readonly buyer_id: number;
  readonly product_id: number;
  readonly quantity: number;
  readonly cents: number;
  readonly center_id: number | null;
  readonly referral_center_id: number | null;
  readonly patient_id: number | null;
  readonly rep_id: number | null;
  readonly manager_id: number | null;
  readonly distributor_id: number | null;
  readonly affiliate_id: number | null;
  readonly coupon_code: string;
  readonly commission_paid: boolean;
  readonly card_brand: string;
  readonly card_last4: string;
  readonly description: string;
};

/** The gateway of sales that another system has charged. */
export const IMPORT_GATEWAY = 'import';

/** Inserts imported sales by one statement, without receipts. Returns the id of each, in order. */
export async function insertImportedSales(work: Work, sales: readonly ImportedSale[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    insert into transactions (domain_id, date, buyer_id, product_id, quantity, amount_cents, price_cents, shipping_cents,
      harvest_fee_cents, discount_cents, charged_cents, charged_quantity, coupon_code, center_id, referral_center_id,
      patient_id, rep_id, manager_id, distributor_id, affiliate_id, commission_paid, gateway, gateway_id, card_brand,
      card_last4, invoice_id, description, receipt_email)
    select sale.domain_id, sale.date, sale.buyer_id, sale.product_id, sale.quantity, sale.cents, sale.cents, 0, 0, 0,
      sale.cents, 1, sale.coupon_code, sale.center_id, sale.referral_center_id, sale.patient_id, sale.rep_id,
      sale.manager_id, sale.distributor_id, sale.affiliate_id, sale.commission_paid, ${IMPORT_GATEWAY},
      case when sale.cents > 0 then sale.domain_id || ':' || sale.key end, sale.card_brand, sale.card_last4, 0,
      sale.description, ''
    from rows from (jsonb_to_recordset(${JSON.stringify(sales)}::jsonb) as (domain_id integer, date timestamptz,
      buyer_id integer, product_id integer, quantity integer, cents integer, coupon_code text, center_id integer,
      referral_center_id integer, patient_id integer, rep_id integer, manager_id integer, distributor_id integer,
      affiliate_id integer, commission_paid boolean, key text, card_brand text, card_last4 text, description text))
      with ordinality as sale (domain_id, date, buyer_id, product_id, quantity, cents, coupon_code, center_id,
      referral_center_id, patient_id, rep_id, manager_id, distributor_id, affiliate_id, commission_paid, key, card_brand,
      card_last4, description, n)
    order by sale.n returning id`.execute(work.db);
  return rows.map(({ id }) => id).toSorted((one, other) => one - other);
}

/** Deletes sales of an import that is being undone, and takes them off the totals. Returns how many were deleted. */
export async function deleteImportedSales(work: Work, importId: number, ids: readonly number[]): Promise<number> {
  const { rows } = await sql<{ gone: number }>`
    select delete_imported_transactions(${importId}, ${ids}::integer[]) as gone`.execute(work.db);
  return rows[0]?.gone ?? 0;
}
