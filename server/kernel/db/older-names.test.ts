import { afterAll, beforeAll, expect, test } from 'vitest';
import { newWorld, type World } from '../../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await newWorld();
});
afterAll(() => world.close());

/** An older version calls the function by its former name. */
const renamed = [
  ['users', 'user_seats', 'user_bitmap_rows', 'id, is_active, domain_id, plan_id, tags'],
  [
    'transactions',
    'seats_of',
    'sales_total_keys',
    'product_id, center_id, referral_center_id, rep_id, manager_id, distributor_id, affiliate_id',
  ],
] as const;

test.each(renamed)(
  'each row of %s gets the same rows from the former function %s as from %s',
  async (table, old, current, columns) => {
    const inputs = columns.replaceAll(/\w+/g, 'source.$&');
    const rowsOf = (name: string) => `select source.id as of, made.* from ${table} source, ${name}(${inputs}) made`;
    expect((await world.sql(`${rowsOf(current)} limit 1`)).length).toBe(1);
    expect(await world.sql(`(${rowsOf(old)} except all ${rowsOf(current)})`)).toEqual([]);
    expect(await world.sql(`(${rowsOf(current)} except all ${rowsOf(old)})`)).toEqual([]);
  },
);
