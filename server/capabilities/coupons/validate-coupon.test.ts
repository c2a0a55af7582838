import { createCoupon, validateCoupon } from '@vialkeep/contract/coupons.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Caller, newWorld, type World } from '../../testing/world.ts';

let world: World;
let admin: Caller;
beforeAll(async () => {
  world = await newWorld();
  admin = await world.as('admin');
});
beforeEach(() => world.sql('delete from rate_limits'));
afterAll(() => world.close());

let made = 0;
const coupon = async (body: object = {}) => {
  const code = `Try-${(made += 1)}`;
  return world.call(admin, createCoupon, { body: { name: 'Tried', code, discount_amount: 20, ...body } });
};
const ask = async (who: string, body: object, host?: string) =>
  world.call(await world.as(who, host), validateCoupon, { body });
const counts = async (who: string, body: object, host?: string) => (await ask(who, body, host)).success;
const invalid = (code: string) => ({ success: false, discount: 0, amount: 0, coupon_id: null, code });

describe('F103 U-17 A coupon at the checkout', () => {
  test('a valid coupon is answered with its discount', async () => {
    const { id, code } = await coupon();
    expect(await ask('hc', { code, product_id: 3 })).toEqual({
      success: true,
      discount: 20,
      amount: 20,
      coupon_id: id,
      code,
    });
  });

  test('a code is found in any letter case and with spaces around it', async () => {
    const { code } = await coupon();
    for (const typed of [code.toLowerCase(), code.toUpperCase(), `  ${code} `]) {
      expect(await ask('hc', { code: typed, product_id: 3 })).toMatchObject({ success: true, code });
    }
  });

  test('an unknown or empty code is answered with 200 and no discount', async () => {
    expect(await ask('hc', { code: 'NOSUCHCODE', product_id: 3 })).toEqual(invalid('NOSUCHCODE'));
    expect(await ask('hc', { code: '', product_id: 3 })).toEqual(invalid(''));
    expect(await ask('hc', { code: '%', product_id: 3 })).toEqual(invalid('%'));
  });

  test('an inactive, removed or used-up coupon is not valid', async () => {
    const off = await coupon({ status: 0 });
    const gone = await coupon();
    await world.sql('update coupons set removed_at = now() where id = $1', [gone.id]);
    const once = await coupon({ max_use_number: 1 });
    expect(await counts('hc', { code: once.code, product_id: 3 })).toBe(true);
    await world.sql('update coupons set used_number = 1 where id = $1', [once.id]);
    for (const { code } of [off, gone, once]) expect(await counts('hc', { code, product_id: 3 }), code).toBe(false);
  });

  test('a coupon is valid only for its products', async () => {
    const { code } = await coupon({ product_ids: '3,9' });
    expect(await counts('hc', { code, product_id: 9 })).toBe(true);
    expect(await counts('hc', { code, product_id: 8 })).toBe(false);
  });

  test('a coupon is not valid for a product that the buyer cannot buy', async () => {
    const { code } = await coupon();
    expect(await counts('rhc', { code, product_id: 13 })).toBe(true);
    expect(await counts('hc', { code, product_id: 13 })).toBe(false);
    expect(await counts('rhc', { code, product_id: 3 })).toBe(false);
    expect(await counts('patient', { code, product_id: 2 })).toBe(true);
    expect(await counts('patient', { code, product_id: 1 })).toBe(false);
    expect(await counts('hc', { code, product_id: 99 })).toBe(false);
  });

  test('S-22 a coupon is valid at its center, whichever center the body names', async () => {
    const center = await world.idOf('hc@vialkeep.test');
    const { code } = await coupon({ harvest_center: center });
    expect(await counts('hc', { code, product_id: 3 })).toBe(true);
    expect(await counts('hc2', { code, product_id: 3, harvest_center_id: center })).toBe(false);
    // rhc@ refers to hc@, and rhc2@ to another center; patient@ is a patient of hc@.
    expect(await counts('rhc', { code, product_id: 13, harvest_center_id: center })).toBe(true);
    expect(await counts('rhc', { code, product_id: 12 })).toBe(true);
    expect(await counts('rhc2', { code, product_id: 13, harvest_center_id: center })).toBe(false);
    expect(await counts('patient', { code, product_id: 2 })).toBe(true);
  });

  test('S-31 a coupon is valid on its site, or on every site if it names none', async () => {
    const main = await coupon({ domain: 1 });
    const every = await coupon({ discount_amount: 1 });
    const northern = (body: object) => ask('hc@north.test', { product_id: 3, ...body }, 'north.localhost');
    expect(await northern({ code: main.code })).toMatchObject({ success: false });
    expect(await northern({ code: every.code })).toMatchObject({ success: true, amount: 1 });
    expect(await ask('hc', { code: every.code, product_id: 3 })).toMatchObject({ amount: 1 });
    expect(await northern({ code: 'NORTHONLY' })).toMatchObject({ success: true, discount: 75 });
    expect(await counts('hc', { code: 'NORTHONLY', product_id: 3 })).toBe(false);
  });

  test('the discount is at most the cost of the purchase, including shipping and harvest fee', async () => {
    const { code } = await coupon({ discount_amount: 10_000 });
    const asked = (who: string, body: object) => ask(who, { code, ...body });
    expect(await asked('hc', { product_id: 8 })).toMatchObject({ discount: 65 + 15, amount: 10_000 });
    expect(await asked('hc', { product_id: 8, product_quantity: 3 })).toMatchObject({ discount: 3 * 65 + 15 });
    expect(await asked('rhc', { product_id: 13 })).toMatchObject({ discount: 3_920 });
    expect(await asked('rhc', { product_id: 13, harvest_fee: 'yes' })).toMatchObject({ discount: 6_420 });
  });

  test('staff inside a center validate a coupon in the name of the center', async () => {
    const center = await world.idOf('hc@vialkeep.test');
    const { code } = await coupon({ harvest_center: center });
    const inside = await world.inside(await world.as('staff'), 'hc@vialkeep.test');
    expect(await world.call(inside, validateCoupon, { body: { code, product_id: 3 } })).toMatchObject({
      success: true,
    });
    expect(
      await world.refusalOf(await world.as('staff'), validateCoupon, { body: { code, product_id: 3 } }),
    ).toMatchObject({
      status: 403,
    });
  });

  test('validating a coupon does not take a use', async () => {
    const { id, code } = await coupon({ max_use_number: 1 });
    for (let round = 0; round < 3; round += 1) expect(await counts('hc', { code, product_id: 3 })).toBe(true);
    expect(await world.sql('select used_number from coupons where id = $1', [id])).toEqual([{ used_number: 0 }]);
  });

  test.each([
    ['product_id', undefined],
    ['product_id', 'x'],
    ['code', undefined],
    ['product_quantity', 0],
    ['product_quantity', 1.5],
    ['product_quantity', 1_000],
  ])('a request with %s %j is refused at that field', async (field, value) => {
    const body = { code: 'WELCOME100', product_id: 3, [field]: value };
    const response = await world.send(await world.as('hc'), validateCoupon, { body });
    expect(response.statusCode).toBe(400);
    expect(Object.keys(response.json().fields)).toEqual([field]);
  });

  test('the 31st code that a buyer tries within a minute is refused with 429', async () => {
    const hc = await world.as('hc3');
    const guesses = Array.from({ length: 31 }, (_, n) => ({ body: { code: `GUESS${n}`, product_id: 3 } }));
    const answers = await Promise.all(guesses.map((guess) => world.send(hc, validateCoupon, guess)));
    expect(answers.filter(({ statusCode }) => statusCode === 429)).toHaveLength(1);
  });
});
