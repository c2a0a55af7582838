import { readRefundOptions, requestRefund } from '@vialkeep/contract/refunds.ts';
import { addVialEntry, deleteVialEntry, editVialEntry } from '@vialkeep/contract/vials.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { actorlessContext } from '../../kernel/session/actor.ts';
import { openOrders, saidBy } from '../../testing/bench/orders-world.ts';
import { refundOf } from '../../testing/refunds/refundable-purchase.ts';
import { newWorld, type World } from '../../testing/world.ts';
import { verifyCustody } from '../custody/index.ts';
import { verifyVials } from '../vials/index.ts';
import { fillOrders } from './orders.jobs.ts';
import { verifyOrders } from './verify-orders.ts';

let world: World;
let bench: Awaited<ReturnType<typeof openOrders>>;
beforeAll(async () => {
  world = await newWorld({ CHECKOUTS_PER_HOUR: '10000', DATABASE_POOL: '24' });
  bench = await openOrders(world);
});
afterAll(() => world.close());

const db = () => world.app.services.store.read('platform');
const faults = async () => [
  ...(await verifyCustody(db())),
  ...(await verifyVials(db())),
  ...(await verifyOrders(db())),
];
const charges = async () => (await world.sql<{ n: number }>('select count(*)::int as n from sandbox_charges'))[0]?.n;
const setShort = (short_orders: string) =>
  world.sql('update lab_settings set short_orders = $1 where lab_id = $2', [short_orders, bench.lab.user.id]);
const fill = (patient_id: number) => fillOrders(world.app.services, { patient_id }, actorlessContext('test'));
const optionsOf = (order: { transaction_id: number | null } | null) =>
  world.call(bench.admin, readRefundOptions, { params: { id: order?.transaction_id ?? 0 } });
const stateOf = async (id: number) =>
  (await world.sql<{ state: string }>('select state from vial_orders where id = $1', [id]))[0]?.state;

describe('Reservation of vials by a checkout', () => {
  test('F168 a paid order has reserved the oldest orderable vials and is ready', async () => {
    const { id } = await bench.addPatient(0);
    const younger = await bench.addVials(id, 2, '2026-03-02');
    const older = await bench.addVials(id, 2, '2026-03-01');
    expect((await bench.buy(id, 3)).statusCode).toBe(200);
    const order = await bench.findOrder(id);
    expect(order).toMatchObject({ state: 'ready', quantity: 3 });
    expect(order?.transaction_id).not.toBeNull();
    expect(order?.vials.toSorted()).toEqual([...older, younger[0]].map(String).toSorted());
    expect(await faults()).toEqual([]);
  });

  test('an order of more vials than there are waits, reserves what there is, and the lab gets a letter', async () => {
    const { id, codes } = await bench.addPatient(2);
    expect((await bench.buy(id, 3)).statusCode).toBe(200);
    const order = await bench.findOrder(id);
    expect(order).toMatchObject({ state: 'waiting', vials: codes });
    const letters = (await world.letters()).filter(({ subject }) => subject.includes(`order ${order?.id} waits`));
    const readers = letters.map(({ recipient }) => recipient);
    expect(readers).toContain('lab@vialkeep.test');
    expect(readers).toContain('admin@vialkeep.test');
    expect(new Set(readers).size).toBe(readers.length);
    expect(letters.map((letter) => JSON.stringify(letter)).join()).not.toContain('New Patient');
  });

  test('a lab that refuses short orders answers 409 before anything is charged or kept', async () => {
    await setShort('refuse');
    const { id, codes } = await bench.addPatient(2);
    const before = await charges();
    expect(saidBy(await bench.buy(id, 3))).toEqual([
      409,
      'vials_short',
      'Only 2 vials of this patient can be ordered now.',
    ]);
    expect(await charges()).toBe(before);
    expect(await bench.findOrder(id)).toBeNull();
    expect(await world.sql('select 1 from vials where patient_id = $1 and order_id is not null', [id])).toEqual([]);
    expect((await bench.buy(id, 1)).statusCode).toBe(200);
    expect(saidBy(await bench.buy(id, 2)).at(-1)).toBe('Only 1 vial of this patient can be ordered now.');
    expect((await bench.buy(id, 1)).statusCode).toBe(200);
    expect(saidBy(await bench.buy(id, 1)).at(-1)).toBe('No vials of this patient can be ordered now.');
    expect(codes).toHaveLength(2);
    await setShort('accept');
  });

  test('a pre-order waits also where short orders are refused', async () => {
    await setShort('refuse');
    const { id } = await bench.addPatient(0);
    const preOrder = { product_id: 14, total_amount: 900 };
    expect((await bench.buy(id, 2, preOrder)).statusCode).toBe(200);
    expect(await bench.findOrder(id)).toMatchObject({ state: 'waiting', vials: [] });
    const letters = await world.sql("select 1 from letters where kind = 'order-short' and text_body like $1", [
      `%patient #${id} %`,
    ]);
    expect(letters).toEqual([]);
    await setShort('accept');
  });

  test('a declined payment frees the vials, and nothing is left reserved', async () => {
    const { id } = await bench.addPatient(2);
    expect((await bench.buy(id, 2, { isDeclined: true })).statusCode).toBe(402);
    expect(await bench.findOrder(id)).toMatchObject({
      state: 'cancelled',
      reason: 'The payment was not made.',
      transaction_id: null,
      vials: [],
    });
    expect((await bench.buy(id, 2)).statusCode).toBe(200);
    expect(await bench.findOrder(id)).toMatchObject({ state: 'ready' });
    expect(await faults()).toEqual([]);
  });

  test('a purchase of something else, or at a lab that does not reserve, makes no order', async () => {
    const { id } = await bench.addPatient(2);
    const kit = { product_id: 3, total_amount: 320, product_quantity: 1 };
    expect((await bench.buy(id, 1, kit)).statusCode).toBe(200);
    expect(await bench.findOrder(id)).toBeNull();
    await world.sql('update lab_settings set reserve_on_order = false where lab_id = $1', [bench.lab.user.id]);
    expect((await bench.buy(id, 3)).statusCode).toBe(200);
    await world.sql('update lab_settings set reserve_on_order = true, bench_on = false where lab_id = $1', [
      bench.lab.user.id,
    ]);
    expect((await bench.buy(id, 3)).statusCode).toBe(200);
    await world.sql('update lab_settings set bench_on = true where lab_id = $1', [bench.lab.user.id]);
    expect(await bench.findOrder(id)).toBeNull();
  });

  test('a reserved vial is not shipped by the documented form', async () => {
    const { id, codes } = await bench.addPatient(3);
    await bench.buy(id, 2);
    const entry = { type: 'shipped', date: '2026-03-05', user: id };
    const tooMany = await world.send(bench.admin, addVialEntry, { body: { ...entry, quantity: 2 } });
    expect([tooMany.statusCode, tooMany.json().message]).toEqual([409, 'Only 1 vial is available.']);
    const chosen = { ...entry, quantity: 1, vial_codes: [codes[0]] };
    expect((await world.send(bench.admin, addVialEntry, { body: chosen })).statusCode).toBe(409);
  });
});

describe('Orders that wait', () => {
  test('new vials fill the oldest order first, and a later checkout does not come before it', async () => {
    const { id } = await bench.addPatient(1);
    await bench.buy(id, 2);
    const first = await bench.findOrder(id);
    await bench.buy(id, 1);
    const second = await bench.findOrder(id);
    expect([first?.state, second?.state]).toEqual(['waiting', 'waiting']);
    await bench.addVials(id, 1);
    await fill(id);
    expect([await stateOf(first?.id ?? 0), await stateOf(second?.id ?? 0)]).toEqual(['ready', 'waiting']);
    await bench.addVials(id, 1);
    // The job has not run yet: the checkout fills the older order before its own.
    await bench.buy(id, 1);
    expect([await stateOf(second?.id ?? 0), (await bench.findOrder(id))?.state]).toEqual(['ready', 'waiting']);
    expect(await faults()).toEqual([]);
  });

  test('an order is filled by itself when vials are recorded, an entry is corrected, or a shipment is taken back', async () => {
    const { id } = await bench.addPatient(2);
    const shipped = { type: 'shipped', date: '2026-03-02', quantity: 1, user: id };
    const parcel = (await world.call(bench.admin, addVialEntry, { body: shipped })).data.id;
    await bench.buy(id, 5);
    const order = Number((await bench.findOrder(id))?.id);
    const reserved = async () => {
      // Reading the letters waits for the jobs.
      await world.letters();
      const shown = await bench.read(order);
      return [shown.state, shown.vials.length];
    };
    expect(await reserved()).toEqual(['waiting', 1]);
    const body = { type: 'added', date: '2026-03-03', quantity: 1, user: id };
    const added = (await world.call(bench.admin, addVialEntry, { body })).data.id;
    expect(await reserved()).toEqual(['waiting', 2]);
    await world.call(bench.admin, editVialEntry, { params: { id: added }, body: { quantity: 3 } });
    expect(await reserved()).toEqual(['waiting', 4]);
    await world.call(bench.admin, deleteVialEntry, { params: { id: parcel } });
    expect(await reserved()).toEqual(['ready', 5]);
    expect(await faults()).toEqual([]);
  });

  test('vials that are held when they are recorded fill no order', async () => {
    const { id } = await bench.addPatient(0);
    await bench.buy(id, 1);
    const setPolicy = (policy: string) =>
      world.sql('update lab_settings set release_policy = $1 where lab_id = $2', [policy, bench.lab.user.id]);
    await setPolicy('signed');
    await bench.addVials(id, 1);
    await setPolicy('on_record');
    await world.letters();
    expect((await bench.findOrder(id))?.state).toBe('waiting');
  });

  test('an order that is cancelled gives its vials to the one that waits', async () => {
    const { id, codes } = await bench.addPatient(2);
    await bench.buy(id, 2);
    const first = await bench.findOrder(id);
    await bench.buy(id, 2);
    const second = await bench.findOrder(id);
    expect((await bench.cancel(first?.id ?? 0)).json()).toMatchObject({
      state: 'cancelled',
      vials: [],
      to_put_back: [],
    });
    expect(await bench.findOrder(id)).toMatchObject({ id: second?.id, state: 'ready', vials: codes });
  });
});

describe('Refunds of orders', () => {
  test('a refund of all cancels the order and frees its vials; a part of it does not', async () => {
    const order = await bench.newOrder(2);
    await bench.pick(order.id, String(order.codes[0]));
    await world.sql(
      `update sandbox_charges set settled_at = now() - interval '1 day'
       where id::text = (select gateway_id from transactions where id = $1)`,
      [order.transaction_id],
    );
    const refund = (changes: object) =>
      world.call(bench.admin, requestRefund, refundOf(order.transaction_id ?? 0, changes));
    expect(await refund({ amount: 95 })).toMatchObject({ state: 'done' });
    expect(await stateOf(order.id)).toBe('picking');
    expect(await optionsOf(order)).toMatchObject({ open_order: { vials: 2, reserved: 2 }, vials_shipped: 0 });
    expect(await refund({})).toMatchObject({ state: 'done' });
    const shown = await bench.read(order.id);
    expect(shown).toMatchObject({
      state: 'cancelled',
      reason: 'The purchase was refunded.',
      vials: [],
      to_put_back: [order.codes[0]],
      may: [],
    });
    expect(await optionsOf(order)).toMatchObject({ open_order: null, vials_shipped: 0 });
    expect(await faults()).toEqual([]);
  });

  test('the form of an order that waits tells how many vials it has of those that were bought', async () => {
    const { id } = await bench.addPatient(1);
    await bench.buy(id, 3);
    expect(await optionsOf(await bench.findOrder(id))).toMatchObject({ open_order: { vials: 3, reserved: 1 } });
  });

  test('the form tells of the shipped vials of the order alone, and of none where no vials were bought', async () => {
    const order = await bench.newOrder(1, 4);
    const shipped = { type: 'shipped', date: '2026-03-05', quantity: 2, user: order.patient };
    await world.call(bench.admin, addVialEntry, { body: shipped });
    expect((await optionsOf(order)).vials_shipped).toBe(0);
    await bench.packAll(order.id, (await bench.findOrder(order.patient))?.vials ?? []);
    expect((await bench.ship(order.id)).statusCode).toBe(200);
    expect(await optionsOf(order)).toMatchObject({ open_order: null, vials_shipped: 1 });
    const kit = { product_id: 3, total_amount: 320, product_quantity: 1 };
    const bought = (await bench.buy(order.patient, 1, kit)).json().purchase.transaction_id;
    expect(await optionsOf({ transaction_id: bought })).toMatchObject({ open_order: null, vials_shipped: 0 });
    // No order names the vials of a purchase that was made before the lab reserved.
    await world.sql('update lab_settings set reserve_on_order = false where lab_id = $1', [bench.lab.user.id]);
    const older = (await bench.buy(order.patient, 1)).json().purchase.transaction_id;
    await world.sql('update lab_settings set reserve_on_order = true where lab_id = $1', [bench.lab.user.id]);
    expect(await optionsOf({ transaction_id: older })).toMatchObject({ open_order: null, vials_shipped: 3 });
  });

  test('a refund of a shipped order leaves it shipped', async () => {
    const order = await bench.newOrder(1);
    await bench.packAll(order.id, order.codes);
    expect((await bench.ship(order.id)).statusCode).toBe(200);
    await world.call(bench.admin, requestRefund, refundOf(order.transaction_id ?? 0));
    expect(await stateOf(order.id)).toBe('shipped');
    expect(await faults()).toEqual([]);
  });
});
