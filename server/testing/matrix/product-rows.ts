import { ADMINS, about, adminOnly, EVERYBODY, type Matrix, plain } from './rows.ts';

const coupon = { name: 'Matrix', code: 'MATRIX', discount_amount: 5, max_use_number: 0, status: 1 };

/** Products and coupons. */
export const productRows: Matrix = {
  readProduct: plain(EVERYBODY, { params: { id: 3 } }),
  listProductOptions: plain(ADMINS),

  listCoupons: plain(ADMINS),
  readCoupon: about('coupon', (id) => ({ params: { id } }), adminOnly),
  createCoupon: plain(ADMINS, { body: coupon }),
  updateCoupon: about('coupon', (id) => ({ params: { id }, body: { ...coupon, code: `MATRIX${id}` } }), adminOnly),
  removeCoupon: about('coupon', (id) => ({ params: { id } }), adminOnly),
  validateCoupon: plain('403: 7n; 200: rest', { body: { code: 'WELCOME100', product_id: 2 } }),
};
