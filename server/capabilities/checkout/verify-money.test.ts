import { checkOut, readNextInvoice } from '@vialkeep/contract/checkout.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newWorld, type World } from '../../testing/world.ts';
import { verifyMoney } from './verify-money.ts';

let world: World;
beforeAll(async () => {
  world = await newWorld();
});
afterAll(() => world.close());

const faults = () => verifyMoney(world.app.services.store.read('platform'));

test('verification finds no fault after a purchase, and reports rows that were changed by SQL', async () => {
  const hc = await world.as('hc');
  const order = {
    product_id: 3,
    total_amount: 320,
    invoice_id: (await world.call(hc, readNextInvoice)).transaction_id,
    addressInfo: { address1: '1 Main Street', city: 'Austin', state: 'Texas', country_desc: 'United States' },
    credit_card: {
      full_name: 'Maria Stein',
      card_number: '4111111111111111',
      expiration_date: `${new Date().getUTCFullYear() + 2}-1`,
      cvc: '123',
    },
  };
  const { purchase } = await world.call(hc, checkOut, { body: order });
  expect(await faults()).toEqual([]);

  await world.sql('alter table transactions disable trigger user');
  await world.sql('update transactions set amount_cents = 1 where id = $1', [purchase.transaction_id]);
  await world.sql("update coupons set used_number = used_number + 1 where code = 'WELCOME100'");
  // The demo network has a receipt of its own.
  await world.sql("delete from letters where kind = 'receipt' and subject like $1", [`%#${purchase.transaction_id}`]);
  expect((await faults()).map(({ fault }) => fault)).toEqual([
    expect.stringMatching(/^it counts \d+ uses and has \d+$/),
    'it has 0 receipts',
    'its amount was changed without a note',
  ]);
});
