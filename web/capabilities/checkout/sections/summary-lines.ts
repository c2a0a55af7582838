import { centsFrom, formatCents } from '@vialkeep/contract/kernel/money.ts';
import { type Product, type ProductId, productRules } from '@vialkeep/contract/products.ts';
import { Quantity, type Quote, quoteOf } from '@vialkeep/contract/quote.ts';
import type { SummaryLine } from '../../../components/payment/order-summary.tsx';
import { checkoutTexts } from '../checkout.texts.ts';
import type { CheckoutValues } from '../checkout-values.ts';

const texts = checkoutTexts.summary;

/** What the price depends on besides what was typed. */
export type Priced = {
  product: Product;
  /** The code that counts; '' and nothing for none. */
  coupon: { code: string; cents: number };
};

/** The server's own quote. While the quantity is none that can be bought, it is the quote for one. */
export function shownQuote(
  values: Pick<CheckoutValues, 'product_quantity' | 'harvest_fee'>,
  { product, coupon }: Priced,
): Quote {
  return quoteOf({
    product: {
      id: product.id,
      priceCents: centsFrom(product.price) ?? 0,
      shippingFeeCents: centsFrom(product.shipping_fee) ?? 0,
    },
    quantity: Quantity.safeParse(values.product_quantity).data ?? 1,
    harvestFee: values.harvest_fee === 'yes',
    couponCents: coupon.cents,
  });
}

/** F105: every line is there from the beginning, at nothing if need be; the harvest fee only where it is asked for. */
export function summaryLines(productId: ProductId, quote: Quote): SummaryLine[] {
  return [
    { label: texts.price, value: formatCents(quote.price) },
    ...(productRules[productId].isCounted ? [{ label: texts.quantity, value: String(quote.quantity) }] : []),
    { label: texts.shippingFee, value: `+ ${formatCents(quote.shippingFee)}` },
    ...(quote.harvestFee > 0 ? [{ label: texts.harvestFee, value: `+ ${formatCents(quote.harvestFee)}` }] : []),
    { label: texts.discount, value: `− ${formatCents(quote.discount)}` },
  ];
}
