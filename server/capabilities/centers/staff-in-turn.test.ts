import { setTimeout as sleep } from 'node:timers/promises';
import { approveStaff, removeStaff, updateStaff } from '@vialkeep/contract/centers.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Caller, newWorld, type World } from '../../testing/world.ts';

let world: World;
let admin: Caller;
let center: Caller;
let hc: number;
let user_id: number;
beforeAll(async () => {
  world = await newWorld();
  admin = await world.as('admin');
  center = await world.as('hc');
  [hc, user_id] = [await world.idOf('hc@vialkeep.test'), await world.idOf('staff3@vialkeep.test')];
});
afterAll(() => world.close());

/** Makes the staff member's request to the center pending again. */
async function asksAnew(): Promise<void> {
  await world.sql('update relations set ended_at = now() where subject_id = $1 and ended_at is null', [user_id]);
  await world.sql(
    "insert into relations (domain_id, subject_id, kind, object_id, approved_at) values (1, $1, 'center', $2, null)",
    [user_id, hc],
  );
}

/** Counts deadlocks in the database: a transaction that one aborts is retried, so the caller would not notice it. */
async function deadlocks(): Promise<number> {
  // A connection reports its statistics with a delay of up to a second.
  await sleep(1_500);
  const [row] = await world.sql<{ n: number }>(
    'select deadlocks::int as n from pg_stat_database where datname = current_database()',
  );
  return row?.n ?? 0;
}

const ROUNDS = 25;

describe('A center that decides on its staff while an administrator saves the same user', () => {
  test.each([
    ['approving', approveStaff],
    ['removing', removeStaff],
  ] as const)(
    '%s and saving the same user wait for each other, and neither ends in a deadlock',
    { timeout: 120_000 },
    async (_, route) => {
      const statuses = new Set<number>();
      const before = await deadlocks();
      for (let round = 0; round < ROUNDS; round += 1) {
        await asksAnew();
        const save = { params: { id: user_id }, body: { staff_hc_ids: [hc] } };
        const answers = await Promise.all([
          world.send(admin, updateStaff, save),
          world.send(center, route, { body: { user_id, hc_id: hc } }),
          world.send(admin, updateStaff, save),
        ]);
        for (const { statusCode } of answers) statuses.add(statusCode);
      }
      expect([...statuses].filter((status) => status >= 500)).toEqual([]);
      expect((await deadlocks()) - before).toBe(0);
      const standing = await world.sql(
        "select count(*)::int as n from relations where subject_id = $1 and kind = 'center' and ended_at is null",
        [user_id],
      );
      expect(Number(standing[0]?.['n'])).toBeLessThanOrEqual(1);
    },
  );
});
