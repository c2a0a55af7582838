import { afterAll, beforeAll, expect, test } from 'vitest';
import { newWorld, type World } from '../../testing/world.ts';
import { verifySums } from './verify-sums.ts';

let world: World;
beforeAll(async () => {
  world = await newWorld();
});
afterAll(() => world.close());

const faults = () => verifySums(world.app.services.store.read('platform'));

test('the verification accepts the sales totals and reports every direct change to them', async () => {
  const [sold] = await world.sql<{ id: number; product_id: number }>(
    'select id, product_id from transactions where rep_id is null or center_id is not null order by id limit 1',
  );
  expect(await faults()).toEqual([]);

  await world.sql("update transaction_months set cents = cents + 1 where kind = 'all'");
  expect(await faults()).toEqual([
    { about: 'Sales by all #0', fault: expect.stringMatching(/^\d+ sums by month do not hold$/) },
  ]);
  await world.sql("update transaction_months set cents = cents - 1 where kind = 'all'");

  await world.sql('alter table transactions disable trigger user');
  await world.sql('update transactions set amount_cents = amount_cents + 1 where id = $1', [sold?.id]);
  expect(await faults()).toContainEqual({
    about: `Sales by product #${sold?.product_id}`,
    fault: '1 sums by day do not hold',
  });
});
