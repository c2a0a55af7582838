import { randomUUID } from 'node:crypto';
import { readBenchHome } from '@vialkeep/contract/bench.ts';
import { beginShift } from '@vialkeep/contract/lab-policy.ts';
import { listVialOrders, pickOrderVial, readVialOrder } from '@vialkeep/contract/vial-orders.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { verifyMoney } from '../../capabilities/checkout/index.ts';
import { verifyCustody } from '../../capabilities/custody/index.ts';
import { verifyOrders } from '../../capabilities/orders/index.ts';
import { verifyPlaces, verifyVials } from '../../capabilities/vials/index.ts';
import { newWorld, type World } from '../../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await newWorld();
});
afterAll(() => world.close());

const LAB = "(select id from users where email = 'lab2@vialkeep.test')";

describe('F172 The bench of the demo', () => {
  test('one lab works by scan, with a signer and another operator, and no other lab does', async () => {
    expect(
      await world.sql('select email, release_policy, short_orders from lab_settings join users on users.id = lab_id'),
    ).toEqual([{ email: 'lab2@vialkeep.test', release_policy: 'signed', short_orders: 'refuse' }]);
    expect(await world.sql('select name, may_sign, pin_is_once from lab_operators order by id')).toEqual([
      { name: 'Nora Lindqvist', may_sign: true, pin_is_once: false },
      { name: 'Jonas Weir', may_sign: false, pin_is_once: false },
    ]);
  });

  test('it has its places, lots and kits, tissue on every step, and vials that wait for a test', async () => {
    const [counts] = await world.sql(
      `select (select count(*)::int from places where kind = 'box' and capacity = 81) as boxes,
         (select count(*)::int from places where kind = 'rack') as racks,
         (select count(*)::int from vials where box_id is not null) as placed,
         (select count(*)::int from kits join lots on lots.id = lot_id where lots.lot = 'HK-2411') as kits,
         (select count(*)::int from lots where expires_on < current_date) as expired,
         (select count(*)::int from harvests where not exists (
           select from arrivals where harvest_id = harvests.id)) as under_way,
         (select count(*)::int from vials where hold_reason = 'awaiting_release' and lab_id = ${LAB}) as held,
         (select verdict from qc_results where test = 'sterility') as sterility,
         (select state from deviations where is_drill) as drill`,
    );
    expect(counts).toEqual({
      boxes: 12,
      racks: 3,
      placed: 7,
      kits: 12,
      expired: 2,
      under_way: 1,
      held: 6,
      sterility: 'pending',
      drill: 'closed',
    });
  });

  test('it has an order to pick of a patient whose vials lie in a box, which its clinic paid for', async () => {
    const lab = await world.as('lab2');
    const { results } = await world.call(lab, listVialOrders);
    expect(results).toMatchObject([{ state: 'ready', quantity: 2, reserved: 2, picked: 0 }]);
    expect(results[0]?.patient.id).toBe(await world.idOf('patient2@vialkeep.test'));
    expect(await world.call(lab, readBenchHome)).toMatchObject({ tiles: { to_pick: 1 } });
    const order = await world.call(lab, readVialOrder, { params: { id: results[0]?.id } });
    expect(order.vials.map(({ box, label }) => `${box?.name} ${label}`)).toEqual(['Box 1 A1', 'Box 1 A2']);
    expect(
      await world.sql(
        `select buyer.email, sold.quantity, sold.charged_cents from vial_orders
         join transactions sold on sold.id = transaction_id join users buyer on buyer.id = sold.buyer_id`,
      ),
    ).toEqual([{ email: 'hc2@vialkeep.test', quantity: 2, charged_cents: 104_500 }]);
  });

  test('every check of the demo’s vials, orders, places and money finds nothing wrong', async () => {
    const db = world.app.services.store.read('platform');
    const checks = [verifyCustody, verifyVials, verifyPlaces, verifyOrders, verifyMoney];
    expect((await Promise.all(checks.map((verify) => verify(db)))).flat()).toEqual([]);
  });

  test('an operator picks the first vial of the order by a scan', async () => {
    const lab = await world.as('lab2');
    const [operator] = await world.sql<{ code: string }>("select code from lab_operators where name = 'Jonas Weir'");
    await world.call(lab, beginShift, { body: { operator_code: operator?.code, pin: '135790' } });
    const { results } = await world.call(lab, listVialOrders);
    const params = { id: results[0]?.id };
    const [vial] = (await world.call(lab, readVialOrder, { params })).vials;
    const body = { scan_id: randomUUID(), input: 'scanner', vial_code: vial?.code };
    const picked = await world.call(lab, pickOrderVial, { params, body });
    expect(picked).toMatchObject({ state: 'picking' });
    expect(picked.vials.filter(({ picked: isPicked }) => isPicked)).toMatchObject([{ code: vial?.code, box: null }]);
  });
});
