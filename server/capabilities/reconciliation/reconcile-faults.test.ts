import { listReconciliations, runReconciliation } from '@vialkeep/contract/reconciliation.ts';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { actorlessContext } from '../../kernel/session/actor.ts';
import { PaymentUnavailable, PaymentUnknown } from '../../ports/payments.ts';
import { differencesOf, plantOrphan, plantSales, runNow } from '../../testing/reconciliation/planted-charges.ts';
import { askRefund, buyKit, settleCharge } from '../../testing/refunds/refundable-purchase.ts';
import { type Caller, newWorld, type World } from '../../testing/world.ts';
import { reconcileJob } from './reconciliation.jobs.ts';
import { verifyReconciliation } from './verify-reconciliation.ts';

let world: World;
let admin: Caller;
beforeAll(async () => {
  world = await newWorld({ CHECKOUTS_PER_HOUR: '1000' });
  admin = await world.as('admin');
});
afterEach(() => vi.restoreAllMocks());
afterAll(() => world.close());

const gateway = () => world.app.services.payments;
const kept = () =>
  world.sql(
    `select (select count(*)::int from gateway_records) as records, (select count(*)::int from reconciliation_items) as items,
       (select count(*)::int from journal_entries) as entries`,
  );

test('a gateway that fails after half of its pages leaves a failed run and nothing else', async () => {
  await plantSales(world, 'hc@vialkeep.test', 5);
  const before = await kept();
  const settlements = gateway().settlements.bind(gateway());
  vi.spyOn(gateway(), 'settlements').mockImplementation(async function* (from, until) {
    for await (const page of settlements(from, until)) {
      yield page;
      throw new PaymentUnknown('half a page');
    }
  });
  expect(await runNow(world, admin)).toMatchObject({
    state: 'failed',
    matched: 0,
    message: 'The card payment provider did not list all of its transactions. Nothing was compared.',
  });
  expect(await kept()).toEqual(before);
});

test('a gateway that is not reached fails the run, and the next run is as if there had been none', async () => {
  vi.spyOn(gateway(), 'settlements').mockImplementation(async function* () {
    await Promise.reject(new PaymentUnavailable('down'));
    yield { batch: null, transactions: [] };
  });
  expect(await runNow(world, admin)).toMatchObject({
    state: 'failed',
    message: 'The card payment provider could not be reached. Nothing was compared.',
  });
  vi.restoreAllMocks();
  expect(await runNow(world, admin)).toMatchObject({ state: 'done', differences: 0 });
  const { results } = await world.call(admin, listReconciliations);
  expect(results.map(({ state }) => state)).toEqual(['done', 'failed', 'failed']);
});

test('a batch that is read twice is posted once', async () => {
  const settlements = gateway().settlements.bind(gateway());
  vi.spyOn(gateway(), 'settlements').mockImplementation(async function* (from, until) {
    yield* settlements(from, until);
    yield* settlements(from, until);
  });
  const before = await kept();
  expect(await runNow(world, admin)).toMatchObject({ state: 'done', differences: 0 });
  expect(await kept()).toEqual(before);
  expect(await verifyReconciliation(world.app.services.store.readSlowly('platform'))).toEqual([]);
});

test('one of several simultaneous runs is made, and the others are refused', async () => {
  await plantOrphan(world, { reference: 'once' });
  const settlements = gateway().settlements.bind(gateway());
  let open = () => {};
  const gate = new Promise<void>((resolve) => {
    open = resolve;
  });
  vi.spyOn(gateway(), 'settlements').mockImplementation(async function* (from, until) {
    await gate;
    yield* settlements(from, until);
  });
  const running = runNow(world, admin);
  await vi.waitFor(async () => {
    expect(await world.sql("select id from reconciliation_runs where state = 'running'")).toHaveLength(1);
  });
  for (let n = 0; n < 3; n += 1) {
    expect(await world.refusalOf(admin, runReconciliation)).toEqual({ status: 409, reason: 'run_under_way' });
  }
  await reconcileJob.run({}, world.app.services, actorlessContext('test'));
  open();
  expect(await running).toMatchObject({ state: 'done', differences: 1 });
  expect(await differencesOf(world, admin)).toHaveLength(1);
});

test('a run whose server has stopped is over after half an hour, and its late end writes nothing', async () => {
  await world.sql(
    `insert into reconciliation_runs (at, from_day, to_day) values (now() - interval '31 minutes', current_date, current_date)`,
  );
  expect(await runNow(world, admin)).toMatchObject({ state: 'done' });
  const { results } = await world.call(admin, listReconciliations);
  expect(results[1]).toMatchObject({ state: 'failed', message: expect.stringContaining('The server stopped') });
});

test('a run whose server has stopped is shown as failed after half an hour, also before the next run', async () => {
  await world.sql(
    `insert into reconciliation_runs (at, from_day, to_day) values (now() - interval '31 minutes', current_date, current_date)`,
  );
  const { results } = await world.call(admin, listReconciliations);
  expect(results[0]).toMatchObject({ state: 'failed', message: expect.stringContaining('The server stopped') });
  expect(await runNow(world, admin)).toMatchObject({ state: 'done' });
});

test('batches since the last run that was done are read, however long ago it was', async () => {
  await world.sql("update reconciliation_runs set at = now() - interval '40 days' where state = 'done'");
  const asked = vi.spyOn(gateway(), 'settlements');
  await runNow(world, admin);
  const from = asked.mock.calls[0]?.[0] ?? new Date();
  expect(Date.now() - from.getTime()).toBeGreaterThan(40 * 86_400_000);
});

test('a run carries out refunds that wait for the settlement of their charge', async () => {
  const id = await buyKit(world, await world.as('hc'));
  const waiting = await askRefund(world, admin, id, { amount: 20 });
  expect(waiting.state).toBe('waiting');
  await settleCharge(world, id);
  await world.sql("update refunds set requested_at = now() - interval '1 minute' where id = $1", [waiting.id]);
  await runNow(world, admin);
  expect(await world.sql('select state, way from refunds where id = $1', [waiting.id])).toEqual([
    { state: 'done', way: 'refund' },
  ]);
});

test('a site’s administrator reads the runs without their sums, and cannot run one', async () => {
  const north = await world.as('admin@north.test', 'north.localhost');
  const { results, may } = await world.call(north, listReconciliations);
  expect(may).toEqual([]);
  expect(results[0]).toMatchObject({ state: 'done', matched: null, differences: null });
  expect(await world.refusalOf(north, runReconciliation)).toMatchObject({ status: 403 });
});
