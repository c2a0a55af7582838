import type { ProductId } from '@vialkeep/contract/products.ts';
import { audit } from '../../kernel/audit/audit.ts';
import { changesBetween } from '../../kernel/audit/audit-changes.ts';
import type { Work } from '../../kernel/db/db.ts';
import { productForSale } from './products.queries.ts';

export type NewPrice = {
  readonly productId: ProductId;
  readonly priceCents: number;
  /** Without it the fee stays. */
  readonly shippingFeeCents?: number | undefined;
};

/** Changes the price of a product on every site. The audit row has the old and the new price. */
export async function setPrice(work: Work, mainDomainId: number, change: NewPrice): Promise<void> {
  const before = await productForSale(work.db, change.productId);
  const shippingFeeCents = change.shippingFeeCents ?? before.shippingFeeCents;
  await work.db
    .updateTable('products')
    .set({ price_cents: change.priceCents, shipping_fee_cents: shippingFeeCents })
    .where('id', '=', change.productId)
    .execute();
  await audit(work, {
    domainId: mainDomainId,
    action: 'products.set_price',
    subject: 'product',
    subjectId: change.productId,
    facts: {
      price_cents: change.priceCents,
      price_cents_before: before.priceCents,
      shipping_fee_cents: shippingFeeCents,
      shipping_fee_cents_before: before.shippingFeeCents,
    },
    changes: changesBetween(
      { price_cents: before.priceCents, shipping_fee_cents: before.shippingFeeCents },
      { price_cents: change.priceCents, shipping_fee_cents: shippingFeeCents },
    ),
  });
}
