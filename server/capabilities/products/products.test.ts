import { listProductOptions, type ProductId, productIds, readProduct } from '@vialkeep/contract/products.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { actorlessContext } from '../../kernel/session/actor.ts';
import { newWorld, type World } from '../../testing/world.ts';
import { setPrice } from './index.ts';

let world: World;
beforeAll(async () => {
  world = await newWorld();
});
afterAll(() => world.close());

const read = async (id: number | string, who = 'hc') =>
  world.send(await world.as(who), readProduct, { params: { id } });

describe('U-21 Product', () => {
  test('a product has a name, a description, a price and a shipping fee in dollars', async () => {
    expect((await read(8)).json()).toEqual({
      id: 8,
      name: 'FDA Cleared Single Use Sterile Disposable Cannula',
      description: 'One cannula for a single harvest.',
      price: 65,
      shipping_fee: 15,
    });
  });

  test('the ten documented product ids exist, and no other', async () => {
    for (const id of productIds) expect((await read(id, 'patient')).statusCode).toBe(200);
    for (const id of [0, 4, 7, 15, 99, 'x', '1.0', '01', -1]) expect((await read(id)).statusCode, String(id)).toBe(404);
    const [row] = await world.sql<{ ids: number[] }>('select array_agg(id order by id) as ids from products');
    expect(row?.ids).toEqual(productIds);
  });

  test('F100, U-22 product 14 is not shipped, and the database refuses a shipping fee for it', async () => {
    expect((await read(14)).json()).toMatchObject({ shipping_fee: 0 });
    await expect(world.sql('update products set shipping_fee_cents = 1 where id = 14')).rejects.toThrow(
      'a_pre_order_is_not_shipped',
    );
  });

  test('an administrator reads the option list of products', async () => {
    const options = await world.call(await world.as('admin'), listProductOptions);
    expect(options.map(({ value }) => value)).toEqual(productIds);
    expect(options[2]).toEqual({ value: 3, label: 'Harvesting Kit', name: 'Harvesting Kit' });
  });
});

describe('Price of a product', () => {
  const set = (productId: ProductId, priceCents: number, shippingFeeCents?: number) =>
    world.app.services.store.write('platform', actorlessContext('test'), (work) =>
      setPrice(work, 1, { productId, priceCents, shippingFeeCents }),
    );

  test('a new price applies at once, and the audit row has the old and the new one', async () => {
    await set(12, 19_999);
    expect((await read(12)).json()).toMatchObject({ price: 199.99, shipping_fee: 30 });
    await set(12, 20_000, 0);
    expect((await read(12)).json()).toMatchObject({ price: 200, shipping_fee: 0 });
    const rows = await world.sql<{ facts: object }>(
      "select facts - '{origin_hash,changes,person}'::text[] as facts from audit_log where action = 'products.set_price' and subject_id = '12' order by position",
    );
    expect(rows.map(({ facts }) => facts)).toEqual([
      { price_cents: 19_999, price_cents_before: 18_900, shipping_fee_cents: 3_000, shipping_fee_cents_before: 3_000 },
      { price_cents: 20_000, price_cents_before: 19_999, shipping_fee_cents: 0, shipping_fee_cents_before: 3_000 },
    ]);
  });

  test.each([0, -1, 100_000_001])('a price of %i cents is refused', async (cents) => {
    await expect(set(11, cents)).rejects.toThrow('products_cost_something');
    expect((await read(11)).json()).toMatchObject({ price: 140 });
  });
});
