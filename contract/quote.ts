import { z } from 'zod';
import { type ProductId, productRules } from './products.ts';

/** 2500 dollars (2-operations 9). */
export const HARVEST_FEE_CENTS = 250_000;

export const MOST_PIECES = 999;
export const Quantity = z
  .number('Enter 1 or more.')
  .int('Enter a whole number.')
  .min(1, 'Enter 1 or more.')
  .max(MOST_PIECES, `Enter ${MOST_PIECES} or less.`);

/** All inputs of a price. Amounts are whole cents. */
export type Order = {
  readonly product: { readonly id: ProductId; readonly priceCents: number; readonly shippingFeeCents: number };
  readonly quantity: number;
  /** Requested by the buyer; only one product takes it. */
  readonly harvestFee: boolean;
  /** The amount of the coupon; 0 without one. */
  readonly couponCents: number;
};

/** The lines of the summary, in cents. */
export type Quote = {
  readonly price: number;
  readonly quantity: number;
  readonly shippingFee: number;
  readonly harvestFee: number;
  readonly discount: number;
  readonly total: number;
};

/**
 * Price × quantity + shipping fee (+ harvest fee) − discount. The server charges by it and the summary shows it, so
 * they cannot differ (F105). A coupon never takes off more than the sum (U-17).
 */
export function quoteOf({ product, quantity: asked, harvestFee: wantsHarvestFee, couponCents }: Order): Quote {
  const rules = productRules[product.id];
  const quantity = rules.isCounted ? asked : 1;
  for (const cents of [product.priceCents, product.shippingFeeCents, couponCents]) requireCents(cents);
  if (!Quantity.safeParse(quantity).success) throw new RangeError(`Nobody buys ${quantity} pieces.`);

  const shippingFee = rules.isShipped ? product.shippingFeeCents : 0;
  const harvestFee = rules.takesHarvestFee && wantsHarvestFee ? HARVEST_FEE_CENTS : 0;
  const before = product.priceCents * quantity + shippingFee + harvestFee;
  const discount = Math.min(couponCents, before);
  return { price: product.priceCents, quantity, shippingFee, harvestFee, discount, total: before - discount };
}

function requireCents(cents: number): void {
  if (!Number.isSafeInteger(cents) || cents < 0) throw new RangeError(`${cents} is no amount in cents.`);
}
