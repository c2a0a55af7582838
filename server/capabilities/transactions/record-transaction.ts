import { TransactionId } from '@vialkeep/contract/kernel/ids.ts';
import type { ProductId } from '@vialkeep/contract/products.ts';
import type { Quote } from '@vialkeep/contract/quote.ts';
import { audit } from '../../kernel/audit/audit.ts';
import type { Work } from '../../kernel/db/db.ts';

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

/** Records a purchase whose payment is captured. Idempotent by the gateway's id of the charge. */
export async function recordTransaction(work: Work, bought: NewTransaction): Promise<TransactionId> {
  const { quote, charge, coupon } = bought;
  const { id } = await work.db
    .insertInto('transactions')
    .values({
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
      billing_address: JSON.stringify(bought.billingAddress),
      shipping_address: bought.shippingAddress === null ? null : JSON.stringify(bought.shippingAddress),
      shipping_date: bought.shippingDate,
      receipt_email: bought.receiptEmail,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await audit(work, {
    domainId: bought.domainId,
    action: 'transactions.record',
    subject: 'transaction',
    subjectId: id,
    facts: { product: bought.productId, quantity: quote.quantity, charged_cents: quote.total },
  });
  return TransactionId.parse(id);
}
