import { resetPassword } from '@vialkeep/contract/session.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newWorld, stranger, type World } from '../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await newWorld();
});
afterAll(() => world.close());

/** As a process leaves it that was killed in the middle: taken by somebody whose lock nobody holds. */
async function takenBy(worker: string, processKey: number | null): Promise<void> {
  await world.sql('update graphile_worker._private_jobs set locked_by = $1, locked_at = now()', [worker]);
  if (processKey !== null) await world.sql('insert into job_workers values ($1, $2)', [worker, processKey]);
}

test('what a killed process had taken is carried out by the next one that starts', async () => {
  await world.call(stranger, resetPassword, { body: { email: 'hc@vialkeep.test' } });
  await takenBy('pool-of-the-dead', 4711);
  expect((await world.letters(1)).map(({ recipient }) => recipient)).toContain('hc@vialkeep.test');
  expect(await world.sql("select 1 from job_workers where worker_id = 'pool-of-the-dead'")).toEqual([]);
});

test('what a living process has taken stays its own', async () => {
  await world.sql('insert into job_workers values ($1, $2)', ['pool-of-the-living', 4712]);
  await world.sql('select pg_advisory_lock(4712)');
  const released = await world.app.services.store.query<{ released: number }>(
    'platform',
    'select release_dead_workers() as released',
    [],
  );
  expect(released).toEqual([{ released: 0 }]);
  expect(await world.sql("select 1 from job_workers where worker_id = 'pool-of-the-living'")).toHaveLength(1);
});
