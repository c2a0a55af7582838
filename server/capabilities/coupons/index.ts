export { chooseCenter } from './center-of-purchase.ts';
export { type CouponForPurchase, couponForCenter, type Purchase, selectCoupon } from './coupon-for-purchase.ts';
export { type CouponUse, isCouponUsedUp, releaseCoupon, takeCoupon } from './take-coupon.ts';
