import { centsFrom, formatCents } from '@vialkeep/contract/kernel/money.ts';
import { type Product, type ProductId, productRules } from '@vialkeep/contract/products.ts';
import { Quantity, type Quote, quoteOf } from '@vialkeep/contract/quote.ts';
import type { SummaryLine } from '../../../components/payment/order-summary.tsx';
import { checkoutTexts } from '../checkout.texts.ts';
import type { CheckoutValues } from '../checkout-values.ts';

const texts = checkoutTexts.summary;

/** What the price depends on besides the form values. */
export type Priced = {
  product: Product;
  /** The applied code and its value; '' and 0 if there is none. */
  coupon: { code: string; cents: number };
};

/** The same quote as the server computes. For an invalid quantity it quotes one. */
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

/** Every line is always shown, with 0 if it does not apply; the harvest fee is shown only if selected (F105). */
export function summaryLines(productId: ProductId, quote: Quote): SummaryLine[] {
  return [
    { label: texts.price, value: formatCents(quote.price) },
    ...(productRules[productId].isCounted ? [{ label: texts.quantity, value: String(quote.quantity) }] : []),
    { label: texts.shippingFee, value: `+ ${formatCents(quote.shippingFee)}` },
    ...(quote.harvestFee > 0 ? [{ label: texts.harvestFee, value: `+ ${formatCents(quote.harvestFee)}` }] : []),
    { label: texts.discount, value: `− ${formatCents(quote.discount)}` },
  ];
}
