import { Coupon, createCoupon, updateCoupon } from '@vialkeep/contract/coupons.ts';
import { expect, test } from 'vitest';
import { bodyOf, buildCouponValues, CouponValues, mergedValues } from './coupon-values.ts';

const kept = Coupon.parse({
  id: 7,
  name: 'Autumn',
  code: 'AUTUMN',
  max_use_number: 5,
  used_number: 2,
  discount_amount: 75.5,
  status: false,
  product_ids: '2,14',
  harvest_center: 1014,
  hc_desc: [{ id: 1014, company: 'Stein' }],
  domain: 1,
  domain_info: { name: 'Vialkeep' },
  version: 3,
});

const errorsOf = (values: object) =>
  Object.fromEntries(
    (CouponValues.safeParse(values).error?.issues ?? []).map(({ path, message }) => [path.join('.'), message]),
  );

test('F145 a new coupon is active and unlimited, and requires a name, a code and an amount', () => {
  expect(buildCouponValues(null)).toMatchObject({ status: 1, max_use_number: 0, product_ids: [], domain: null });
  expect(errorsOf(buildCouponValues(null))).toEqual({
    name: 'Coupon Name is required.',
    code: 'Code is required.',
    discount_amount: 'Amount Discount is required.',
  });
  expect(errorsOf({ ...buildCouponValues(kept), max_use_number: null, discount_amount: 0 })).toEqual({
    max_use_number: 'Max Use is required.',
    discount_amount: 'Enter more than 0.',
  });
});

test('C-35 the form sends the status as 1 or 0 and the products joined', () => {
  const body = bodyOf(buildCouponValues(kept));
  expect(body).toMatchObject({ status: 0, product_ids: '2,14', discount_amount: 75.5 });
  for (const { body: shape } of [createCoupon, updateCoupon]) {
    expect(shape.parse(body)).toMatchObject({ status: false, product_ids: [2, 14], discount_amount: 7_550 });
  }
});

test('after another user saved, unsaved input stays and all other fields take the new value', () => {
  const typed = { ...buildCouponValues(kept), name: 'Mine', product_ids: [2 as const] };
  const fresh = { ...kept, name: 'Theirs', code: 'THEIRS', product_ids: '', version: 4 };
  expect(mergedValues(typed, kept, fresh)).toEqual({
    ...buildCouponValues(kept),
    name: 'Mine',
    code: 'THEIRS',
    product_ids: [2],
  });
});
