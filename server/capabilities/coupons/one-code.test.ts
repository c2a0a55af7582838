import { type Coupon, createCoupon, removeCoupon, updateCoupon, validateCoupon } from '@vialkeep/contract/coupons.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Caller, newWorld, type World } from '../../testing/world.ts';

let world: World;
let admin: Caller;
let north: Caller;
let buyer: Caller;
beforeAll(async () => {
  world = await newWorld();
  admin = await world.as('admin');
  north = await world.as('admin@north.test', 'north.localhost');
  buyer = await world.as('hc@north.test', 'north.localhost');
});
afterAll(() => world.close());

const NORTH = 2;
const details = { name: 'Autumn', discount_amount: 20, max_use_number: 0, status: 1 };
let made = 0;
const newCode = () => `SAME${(made += 1)}`;
const sendAdd = (body: object, caller = admin) => world.send(caller, createCoupon, { body: { ...details, ...body } });
const add = (body: object, caller = admin): Promise<Coupon> =>
  world.call(caller, createCoupon, { body: { ...details, ...body } });
const put = (id: number, body: object) =>
  world.send(admin, updateCoupon, { params: { id }, body: { ...details, ...body } });
const discountOf = async (code: string) =>
  (await world.call(buyer, validateCoupon, { body: { code, product_id: 3 } })).discount;
const told = (id: number, where: string) => `Coupon code already exists. It is that of #${id} - Autumn (${where}).`;

describe('W-10 One coupon per code among all that are valid for the same purchase', () => {
  test('a coupon of a site is refused if a coupon for every site has its code, and the refusal names that coupon', async () => {
    const code = newCode();
    const { id } = await add({ code });
    for (const caller of [admin, north]) {
      const refused = await sendAdd({ code: code.toLowerCase(), domain: NORTH }, caller);
      expect([refused.statusCode, refused.json()]).toMatchObject([
        400,
        { reason: 'code_in_use', message: told(id, 'every domain'), fields: { code: told(id, 'every domain') } },
      ]);
    }
  });

  test('a coupon for every site is refused if a coupon of a site has its code, and the refusal names that coupon', async () => {
    const code = newCode();
    const { id } = await add({ code, domain: NORTH });
    expect((await sendAdd({ code })).json()).toMatchObject({ message: told(id, 'Northlight') });
    expect((await add({ code, domain: 1 })).domain).toBe(1);
    await world.call(admin, removeCoupon, { params: { id } });
  });

  test('a change to a taken code is refused like a new coupon, and any other change is not', async () => {
    const code = newCode();
    const first = await add({ code });
    const second = await add({ code: newCode(), domain: NORTH });
    expect((await put(second.id, { code, domain: NORTH })).json()).toMatchObject({
      message: told(first.id, 'every domain'),
    });
    expect((await put(second.id, { code: second.code, domain: NORTH, name: 'Winter' })).statusCode).toBe(200);
  });

  test('one of twenty coupons created at once with one code, for one site and for all, is stored; the others are refused', async () => {
    const code = newCode();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, turn) => sendAdd({ code, ...(turn % 2 ? { domain: NORTH } : {}) })),
    );
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    const refused = answers.filter(({ statusCode }) => statusCode !== 200);
    expect(new Set(refused.map((answer) => answer.json().reason))).toEqual(new Set(['code_in_use']));
    for (const answer of refused) expect(answer.json().message).toContain('- Autumn (');
    expect(await world.sql('select id from coupons where code = $1 and removed_at is null', [code])).toHaveLength(1);
  });

  test('the database refuses a site’s coupon with the code of a coupon for every site', async () => {
    const code = newCode();
    await add({ code });
    const insert = `insert into coupons (domain_id, name, code, discount_cents) values ($1, 'Autumn', $2, 100)`;
    await expect(world.sql(insert, [NORTH, code])).rejects.toMatchObject({
      constraint: 'coupons_code_once_with_shared',
    });
  });
});

describe('W-10 A site’s coupon and one for every site that share a code from before the rule', () => {
  const bothWith = async (own: string) => {
    const code = newCode();
    await add({ code, discount_amount: 1 });
    await world.sql('alter table coupons disable trigger user');
    await world.sql(
      `insert into coupons (domain_id, name, code, discount_cents, is_active, max_use_number, used_number)
       values ($1, 'Own', $2, 500, ${own})`,
      [NORTH, code],
    );
    await world.sql('alter table coupons enable trigger user');
    return code;
  };

  test('the site’s own coupon gives the discount', async () => {
    expect(await discountOf(await bothWith('true, 0, 0'))).toBe(5);
  });

  test.each([
    ['inactive', 'false, 0, 0'],
    ['used up', 'true, 1, 1'],
  ])('a site’s own coupon that is %s gives no discount, and the other does not replace it', async (_state, own) => {
    expect(await discountOf(await bothWith(own))).toBe(0);
  });
});
