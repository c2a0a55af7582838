import { afterAll, beforeAll, describe, expect, test } from 'vitest';
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
});
