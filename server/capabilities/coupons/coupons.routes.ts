import { createCouponHandler } from './create-coupon.ts';
import { listCouponsHandler, readCouponHandler } from './list-coupons.ts';
import { removeCouponHandler } from './remove-coupon.ts';
import { updateCouponHandler } from './update-coupon.ts';
import { validateCouponHandler } from './validate-coupon.ts';

export const couponsHandlers = [
  listCouponsHandler,
  readCouponHandler,
  createCouponHandler,
  updateCouponHandler,
  removeCouponHandler,
  validateCouponHandler,
];
