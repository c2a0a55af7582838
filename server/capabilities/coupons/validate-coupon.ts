import { validateCoupon } from '@vialkeep/contract/coupons.ts';
import { dollarsOf } from '@vialkeep/contract/kernel/money.ts';
import { productsFor } from '@vialkeep/contract/products.ts';
import { quoteOf } from '@vialkeep/contract/quote.ts';
import { handle } from '../../kernel/http/handle.ts';
import { productForSale } from '../products/index.ts';
import { centerOfPurchase } from './center-of-purchase.ts';
import { couponForPurchase } from './coupon-for-purchase.ts';

/** Codes are short, so the limit stops a caller from guessing them. */
const LIMIT = { bucket: 'coupon-codes', most: 30, minutes: 1 };

export const validateCouponHandler = handle(validateCoupon, async ({ actor, body, db, services }) => {
  await services.limits.count(LIMIT, String(actor.acting?.byId ?? actor.userId));
  const none = { success: false, discount: 0, amount: 0, coupon_id: null, code: body.code };
  const productId = productsFor(actor.plan).find((id) => id === body.product_id);
  if (productId === undefined) return none;
  const centerId = await centerOfPurchase(db, actor, body.harvest_center_id ?? null);
  const coupon = await couponForPurchase(db, body.code, { domainId: actor.domainId, productId, centerId });
  if (!coupon) return none;
  const { discount } = quoteOf({
    product: await productForSale(db, productId),
    quantity: body.product_quantity,
    harvestFee: body.harvest_fee === 'yes',
    couponCents: coupon.discountCents,
  });
  return {
    success: true,
    discount: dollarsOf(discount),
    amount: dollarsOf(coupon.discountCents),
    coupon_id: coupon.id,
    code: coupon.code,
  };
});
