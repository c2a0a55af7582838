import type pg from 'pg';
import { z } from 'zod';

const Books = z.object({
  charges: z.number(),
  chargedCents: z.number(),
  transactions: z.number(),
  transactionCents: z.number(),
  /** Charges without their transaction, or transactions without their charge. */
  unmatched: z.number(),
  receipts: z.number(),
  couponUses: z.number(),
  couponCount: z.number(),
  open: z.number(),
});
export type Books = z.infer<typeof Books>;

/** Reads the totals of the purchases of a run from the gateway, the transactions and the outbox. */
export async function readPaymentTotals(owner: pg.Client): Promise<Books> {
  const { rows } = await owner.query(`
    with charged as (select id::text as id, amount_cents from sandbox_charges
        where state = 'approved' and invoice_number ~ '^1\\d{6}$'),
      sold as (
        select transactions.* from transactions join checkouts on checkouts.transaction_id = transactions.id
        where transactions.invoice_id > 1000000)
    select
      (select count(*) from charged)::int as charges,
      (select coalesce(sum(amount_cents), 0) from charged)::int as "chargedCents",
      (select count(*) from sold)::int as transactions,
      (select coalesce(sum(charged_cents), 0) from sold)::int as "transactionCents",
      (select count(*) from charged full join sold on sold.gateway_id = charged.id
        where charged.id is null or sold.id is null or sold.charged_cents <> charged.amount_cents)::int as unmatched,
      (select count(*) from letters join sold on letters.kind = 'receipt'
        and letters.subject like '%#' || sold.id)::int as receipts,
      (select count(*) from sold where coupon_code = 'FAULTRUN')::int as "couponUses",
      (select used_number from coupons where code = 'FAULTRUN')::int as "couponCount",
      (select count(*) from checkouts where state in ('begun', 'held'))::int as open`);
  return Books.parse(rows[0]);
}
