export { centerOfPurchase } from './center-of-purchase.ts';
export { type CouponForPurchase, couponForPurchase, type Purchase } from './coupon-for-purchase.ts';
export { type CouponUse, releaseCoupon, takeCoupon } from './take-coupon.ts';
