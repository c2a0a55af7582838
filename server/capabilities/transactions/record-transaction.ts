import type { TransactionId } from '@vialkeep/contract/kernel/ids.ts';
import type { ProductId } from '@vialkeep/contract/products.ts';
import type { Quote } from '@vialkeep/contract/quote.ts';
import { type RawBuilder, sql } from 'kysely';
import { audit } from '../../kernel/audit/audit.ts';
import type { Work } from '../../kernel/db/db.ts';
import type { DB as Tables } from '../../kernel/db/tables.generated.ts';
import { announceEvent } from '../../kernel/events.ts';

/** The sales chain at the time of the sale. */
export type SalesChain = {
  readonly repId: number | null;
  readonly managerId: number | null;
  readonly distributorId: number | null;
  readonly affiliateId: number | null;
};

export type NewTransaction = SalesChain & {
  readonly domainId: number;
  readonly buyerId: number;
  readonly productId: ProductId;
  readonly quote: Quote;
  readonly coupon: { readonly id: number; readonly code: string } | null;
  readonly centerId: number | null;
  readonly referralCenterId: number | null;
  readonly staffId: number | null;
  /** The e-signature template of the purchase. */
  readonly templateId: string | null;
  readonly patientId: number | null;
  readonly gateway: string;
  /** Null where nothing was left to pay. */
  readonly charge: { readonly id: string; readonly brand: string; readonly last4: string } | null;
  readonly invoiceId: number;
  readonly description: string;
  readonly billingAddress: object;
  readonly shippingAddress: object | null;
  readonly shippingDate: string | null;
  readonly receiptEmail: string;
};

/**
 * Inserts a purchase whose payment is captured, once for every row of the source, as a part of a larger statement: the
 * purchase and the checkout that it settles are written together. Idempotent by the gateway's id of the charge.
 */
export function insertTransactions(row: RawBuilder<string>, source: RawBuilder<unknown>): RawBuilder<unknown> {
  const names = columns.map((column) => sql.ref(column));
  const values = columns.map((column) => sql.ref(`bought.${column}`));
  return sql`insert into transactions (${sql.join(names)})
    select ${sql.join(values)} from ${source}, jsonb_populate_record(null::transactions, ${row}::jsonb) as bought
    returning *`;
}

/** The row of a purchase as JSON. */
export function transactionRow(bought: NewTransaction): string {
  const { quote, charge, coupon } = bought;
  const row: Record<Column, unknown> = {
    domain_id: bought.domainId,
    buyer_id: bought.buyerId,
    product_id: bought.productId,
    quantity: quote.quantity,
    amount_cents: quote.total,
    price_cents: quote.price,
    shipping_cents: quote.shippingFee,
    harvest_fee_cents: quote.harvestFee,
    discount_cents: quote.discount,
    charged_cents: quote.total,
    charged_quantity: quote.quantity,
    coupon_id: coupon?.id ?? null,
    coupon_code: coupon?.code ?? '',
    center_id: bought.centerId,
    referral_center_id: bought.referralCenterId,
    staff_id: bought.staffId,
    template_id: bought.templateId,
    patient_id: bought.patientId,
    rep_id: bought.repId,
    manager_id: bought.managerId,
    distributor_id: bought.distributorId,
    affiliate_id: bought.affiliateId,
    gateway: bought.gateway,
    gateway_id: charge?.id ?? null,
    card_brand: charge?.brand ?? '',
    card_last4: charge?.last4 ?? '',
    invoice_id: bought.invoiceId,
    description: bought.description,
    billing_address: bought.billingAddress,
    shipping_address: bought.shippingAddress,
    shipping_date: bought.shippingDate,
    receipt_email: bought.receiptEmail,
  };
  return JSON.stringify(row);
}

type Column = (typeof columns)[number];

const columns = [
  'domain_id',
  'buyer_id',
  'product_id',
  'quantity',
  'amount_cents',
  'price_cents',
  'shipping_cents',
  'harvest_fee_cents',
  'discount_cents',
  'charged_cents',
  'charged_quantity',
  'coupon_id',
  'coupon_code',
  'center_id',
  'referral_center_id',
  'staff_id',
  'template_id',
  'patient_id',
  'rep_id',
  'manager_id',
  'distributor_id',
  'affiliate_id',
  'gateway',
  'gateway_id',
  'card_brand',
  'card_last4',
  'invoice_id',
  'description',
  'billing_address',
  'shipping_address',
  'shipping_date',
  'receipt_email',
] as const satisfies readonly (keyof Tables['transactions'])[];

/** Records and announces a purchase. The digests of its entries in the journal are sealed by the chain of the audit row. */
export async function auditTransaction(
  work: Work,
  id: TransactionId,
  { domainId, productId, quote, buyerId, centerId, referralCenterId, patientId }: NewTransaction,
  journal: readonly string[],
) {
  await audit(work, {
    domainId,
    action: 'transactions.record',
    subject: 'transaction',
    subjectId: id,
    facts: {
      product: productId,
      quantity: quote.quantity,
      charged_cents: quote.total,
      journal,
    },
  });
  announceEvent(work, {
    domainId,
    type: 'transaction.created',
    data: {
      transaction_id: id,
      product_id: productId,
      quantity: quote.quantity,
      amount_cents: quote.total,
      buyer_id: buyerId,
      center_id: centerId,
      referral_center_id: referralCenterId,
      patient_id: patientId,
    },
  });
}
