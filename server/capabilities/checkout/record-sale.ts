import { sql } from 'kysely';
import type { Work } from '../../kernel/db/db.ts';
import { type Placeholders, statement } from '../../kernel/db/statement.ts';
import { insertTransactions, type NewTransaction, transactionRow } from '../transactions/index.ts';
import type { PurchaseRow } from './purchase.present.ts';

/**
 * The purchase, the digest of its entry in the journal, and whether its site pays commissions. That is asked before the
 * totals and the journal are locked, and a switch to on waits for this transaction.
 */
type Sale = PurchaseRow & { readonly journal_digest: string; readonly earns_commission: boolean };

/**
 * Records the purchase and settles its checkout in one statement, under the row lock of the checkout. Returns the
 * purchase, or null where the checkout was settled before.
 */
export async function recordSale(work: Work, checkoutId: number, bought: NewTransaction): Promise<Sale | null> {
  const { charge } = bought;
  const [row] = await settleAndInsert(work.db, {
    checkoutId,
    row: transactionRow(bought),
    settledAt: new Date(),
    gatewayId: charge?.id ?? null,
    brand: charge?.brand ?? null,
    last4: charge?.last4 ?? null,
  });
  return row ?? null;
}

type SaleValues = {
  readonly checkoutId: number;
  readonly row: string;
  readonly settledAt: Date;
  readonly gatewayId: string | null;
  readonly brand: string | null;
  readonly last4: string | null;
};

const settleAndInsert = statement(
  (_db, values: Placeholders<SaleValues>) => sql<Sale>`
    with open_checkout as (
        select from checkouts where id = ${values.checkoutId} and state in ('begun', 'held') for update),
      sale as (${insertTransactions(values.row, sql`open_checkout`)}),
      settled as (
        update checkouts set state = 'charged', transaction_id = sale.id, settled_at = ${values.settledAt},
          gateway_id = coalesce(${values.gatewayId}, checkouts.gateway_id),
          card_brand = coalesce(${values.brand}, checkouts.card_brand),
          card_last4 = coalesce(${values.last4}, checkouts.card_last4)
        from sale where checkouts.id = ${values.checkoutId})
    select sale.id, sale.invoice_id, sale.date, sale.charged_quantity, sale.price_cents, sale.shipping_cents,
      sale.harvest_fee_cents, sale.discount_cents, sale.charged_cents, sale.card_brand, sale.card_last4,
      encode(sale_digest(sale.id, sale.product_id, sale.charged_cents, sale.discount_cents,
        sale.price_cents::bigint * sale.charged_quantity + sale.harvest_fee_cents, sale.shipping_cents), 'hex')
        as journal_digest,
      commissions_stay_on(sale.domain_id) as earns_commission,
      sale.receipt_email, products.name as product, patient.id as patient_id, patient.username as patient_name
    from sale
      join products on products.id = sale.product_id
      left join users patient on patient.id = sale.patient_id`,
);
