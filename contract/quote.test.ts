import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MOST_CENTS } from './kernel/money.ts';
import { productIds, productRules } from './products.ts';
import { HARVEST_FEE_CENTS, MOST_PIECES, type Order, quoteOf } from './quote.ts';

const cents = fc.integer({ min: 0, max: MOST_CENTS });
const orders: fc.Arbitrary<Order> = fc.record({
  product: fc.record({ id: fc.constantFrom(...productIds), priceCents: cents, shippingFeeCents: cents }),
  quantity: fc.integer({ min: 1, max: MOST_PIECES }),
  harvestFee: fc.boolean(),
  couponCents: cents,
});
const always = (holds: (order: Order) => void) => fc.assert(fc.property(orders, holds), { numRuns: 10_000 });

const kit = { id: 3, priceCents: 29_500, shippingFeeCents: 2_500 } as const;
const plain = { quantity: 1, harvestFee: false, couponCents: 0 };

describe('F105 Total of an order', () => {
  test.each([
    ['one kit', { ...plain, product: kit }, 32_000],
    ['three kits: shipped once', { ...plain, product: kit, quantity: 3 }, 91_000],
    ['with a coupon', { ...plain, product: kit, quantity: 3, couponCents: 10_000 }, 81_000],
    ['with a coupon that is worth more', { ...plain, product: kit, couponCents: 50_000 }, 0],
    ['a pre-order is not shipped', { ...plain, product: { ...kit, id: 14 } }, 29_500],
    ['a referral fee with the harvest fee', { ...plain, product: { ...kit, id: 13 }, harvestFee: true }, 282_000],
    ['a referral fee without', { ...plain, product: { ...kit, id: 13 } }, 32_000],
    ['nothing else takes the harvest fee', { ...plain, product: { ...kit, id: 1 }, harvestFee: true }, 32_000],
    ['a fee is paid once, whatever number was sent', { ...plain, product: { ...kit, id: 1 }, quantity: 9 }, 32_000],
  ] as const)('the total is right: %s', (_what, order, total) => {
    expect(quoteOf(order).total).toBe(total);
  });

  test('T30 the total equals the documented formula to the cent, for any order', () => {
    always((order) => {
      const { id, priceCents, shippingFeeCents } = order.product;
      const pieces = id === 1 || id === 13 ? 1n : BigInt(order.quantity);
      const shipping = id === 14 ? 0n : BigInt(shippingFeeCents);
      const harvest = id === 13 && order.harvestFee ? 250_000n : 0n;
      const sum = BigInt(priceCents) * pieces + shipping + harvest;
      const coupon = BigInt(order.couponCents);
      expect(BigInt(quoteOf(order).total)).toBe(sum > coupon ? sum - coupon : 0n);
    });
  });

  test('T30 the total is the sum of the shown lines, a whole number, and never below zero', () => {
    always((order) => {
      const { price, quantity, shippingFee, harvestFee, discount, total } = quoteOf(order);
      expect(price * quantity + shippingFee + harvestFee - discount).toBe(total);
      expect(Number.isSafeInteger(total)).toBe(true);
      expect(total).toBeGreaterThanOrEqual(0);
      expect(discount).toBeLessThanOrEqual(order.couponCents);
    });
  });

  test('a coupon never raises the total, and one more piece never lowers it', () => {
    always((order) => {
      const { total } = quoteOf(order);
      expect(total).toBeLessThanOrEqual(quoteOf({ ...order, couponCents: 0 }).total);
      const more = Math.min(order.quantity + 1, MOST_PIECES);
      expect(quoteOf({ ...order, quantity: more }).total).toBeGreaterThanOrEqual(total);
    });
  });

  test.each([0, -1, 1.5, 1_000, Number.NaN, Infinity])(
    'an order of %d pieces has no total and throws a RangeError',
    (quantity) => {
      expect(() => quoteOf({ ...plain, product: kit, quantity })).toThrow(RangeError);
    },
  );

  test.each([-1, 0.5, Number.NaN, Infinity])('an amount of %d cents has no total and throws a RangeError', (amount) => {
    for (const order of [
      { ...plain, product: { ...kit, priceCents: amount } },
      { ...plain, product: { ...kit, shippingFeeCents: amount } },
      { ...plain, product: kit, couponCents: amount },
    ]) {
      expect(() => quoteOf(order)).toThrow(RangeError);
    }
  });

  test('the harvest fee is 2500 dollars, and only one product takes it (2-operations 9)', () => {
    expect(HARVEST_FEE_CENTS).toBe(2_500 * 100);
    expect(productIds.filter((id) => productRules[id].takesHarvestFee)).toEqual([13]);
    expect(productIds.filter((id) => productRules[id].needsPatient)).toEqual([2, 14]);
    expect(productIds.filter((id) => !productRules[id].isShipped)).toEqual([14]);
  });
});
