import { type Difference, resolveDifference } from '@vialkeep/contract/reconciliation.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  differencesOf,
  plantGivenUp,
  plantOrphan,
  plantSales,
  runNow,
} from '../../testing/reconciliation/planted-charges.ts';
import { askRefund, buyKit, buySettledKit } from '../../testing/refunds/refundable-purchase.ts';
import { type Caller, newWorld, type World } from '../../testing/world.ts';
import { verifyJournal } from '../journal/index.ts';
import { verifyRefunds } from '../refunds/index.ts';
import { verifyReconciliation } from './verify-reconciliation.ts';

let world: World;
let admin: Caller;
let hc: Caller;
beforeAll(async () => {
  world = await newWorld({ CHECKOUTS_PER_HOUR: '1000' });
  admin = await world.as('admin');
  hc = await world.as('hc');
});
afterAll(() => world.close());

const db = () => world.app.services.store.readSlowly('platform');

async function plantDifferences(sales: readonly { transaction_id: number; charge_id: string }[]): Promise<void> {
  const at = (n: number) => sales[n]?.charge_id;
  // not_in_our_books: two of a site, one of no site, one that has not settled, and a refund by hand
  for (const n of [1, 2]) {
    await plantGivenUp(world, 'hc@vialkeep.test', `given-up-${n}`);
    await plantOrphan(world, { reference: `given-up-${n}`, cents: 4_200 + n });
  }
  await plantOrphan(world, { reference: '' });
  await plantGivenUp(world, 'hc@north.test', 'given-up-3');
  await plantOrphan(world, { reference: 'given-up-3', isSettled: false });
  await world.sql(
    `insert into sandbox_refunds (reference, charge_id, amount_cents, created_at)
     values ('by-hand', $1, 500, now() - interval '3 hours')`,
    [at(0)],
  );
  // not_at_gateway
  await world.sql(
    `update transactions set date = now() - interval '3 days 6 hours', gateway_id = 'lost-' || id
     where gateway_id = any ($1)`,
    [[1, 2, 3, 4, 5].map(at)],
  );
  await world.sql('delete from sandbox_charges where id::text = any ($1)', [[1, 2, 3, 4, 5].map(at)]);
  // amount_differs: by a cent, by more, less and more, and a refund
  for (const [n, cents] of [
    [6, 1],
    [7, -1],
    [8, 10_000],
    [9, -500],
  ] as const) {
    await world.sql('update sandbox_charges set amount_cents = amount_cents + $2 where id::text = $1', [at(n), cents]);
  }
  const refunded = await askRefund(world, admin, await buySettledKit(world, hc), { amount: 20 });
  await world.sql(
    'update sandbox_refunds set amount_cents = 1999 where reference = (select reference from refunds where id = $1)',
    [refunded.id],
  );
  // state_differs: four that were cancelled at the gateway, and a void that did not hold
  await world.sql("update sandbox_charges set state = 'voided' where id::text = any ($1)", [[10, 11, 12, 13].map(at)]);
  const voided = await buyKit(world, hc);
  await askRefund(world, admin, voided);
  await world.sql(
    `update sandbox_charges set state = 'approved', settled_at = now() - interval '1 day'
     where id::text = (select gateway_id from transactions where id = $1)`,
    [voided],
  );
  await world.sql("update sandbox_charges set last4 = '0739' where id::text = any ($1)", [
    [14, 15, 16, 17, 18].map(at),
  ]);
}

const wayOf = ({ kind, about, site }: Difference) => {
  if (kind === 'chargeback') return 'chargeback';
  if (site === null) return 'explained';
  return kind === 'not_in_our_books' && about === 'charge' ? 'give_back' : 'write_off';
};

test('the demo network agrees with the gateway, and its settled batches are posted', async () => {
  expect(await runNow(world, admin)).toMatchObject({ state: 'done', differences: 0, message: '' });
  expect(await verifyReconciliation(db())).toEqual([]);
});

test('1,000 settlements with 25 planted differences of every kind give 25 items, and none after they are resolved', async () => {
  const sales = [
    ...(await plantSales(world, 'hc@vialkeep.test', 700)),
    ...(await plantSales(world, 'hc@north.test', 300)),
  ];
  await plantDifferences(sales);
  const run = await runNow(world, admin);
  expect(run).toMatchObject({ state: 'done', differences: 25 });
  expect(run.matched).toBeGreaterThanOrEqual(970);
  const items = await differencesOf(world, admin);
  const counts = Object.groupBy(items, ({ kind }) => kind);
  expect(Object.entries(counts).map(([kind, some]) => [kind, some.length])).toEqual(
    expect.arrayContaining([
      ['not_in_our_books', 5],
      ['not_at_gateway', 5],
      ['amount_differs', 5],
      ['state_differs', 5],
      ['chargeback', 5],
    ]),
  );
  process.stdout.write(`${run.matched} matched, ${items.length} differences\n`);
  const cents = items.filter(({ kind }) => kind === 'amount_differs').map(({ ours, theirs }) => [ours, theirs]);
  expect(cents).toContainEqual([-20, -19.99]);

  // A second run finds the same, and posts nothing twice.
  const entries = () =>
    world.sql<{ n: number }>("select count(*)::int as n from journal_entries where kind = 'settled'");
  const before = await entries();
  expect(await runNow(world, admin)).toMatchObject({ differences: 25 });
  expect(await entries()).toEqual(before);
  expect(await verifyReconciliation(db())).toEqual([]);

  for (const item of items) {
    const body = { how: wayOf(item), note: 'Looked into it.' };
    const resolved = await world.call(admin, resolveDifference, { params: { id: item.id }, body });
    expect(resolved, JSON.stringify(item)).toMatchObject({ state: 'resolved', how: body.how });
  }
  expect(await runNow(world, admin)).toMatchObject({ state: 'done', differences: 0 });
  expect(await differencesOf(world, admin)).toEqual([]);
  expect(await differencesOf(world, admin, 'resolved')).toHaveLength(25);
  expect(await verifyReconciliation(db())).toEqual([]);
  expect(await verifyRefunds(db())).toEqual([]);
  const posted = (await verifyJournal(db())).filter(({ about }) => /settled|written-off|chargeback|refund/.test(about));
  expect(posted).toEqual([]);
  expect(await world.sql('select sum(cents)::int as sum from journal_lines')).toEqual([{ sum: 0 }]);
});
