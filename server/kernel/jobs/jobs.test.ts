import { resetPassword } from '@vialkeep/contract/session.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { queryAs } from '../../testing/query-as.ts';
import { anonymousCaller, newWorld, type World } from '../../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await newWorld();
});
afterAll(() => world.close());

/** Leaves a job as a killed process does: locked by a worker whose advisory lock is free. */
async function takenBy(worker: string, processKey: number | null): Promise<void> {
  await world.sql('update graphile_worker._private_jobs set locked_by = $1, locked_at = now()', [worker]);
  if (processKey !== null) await world.sql('insert into job_workers values ($1, $2)', [worker, processKey]);
}

test('a job of a killed process is carried out by the next process that starts', async () => {
  await world.call(anonymousCaller, resetPassword, { body: { email: 'hc@vialkeep.test' } });
  await takenBy('pool-of-the-dead', 4711);
  expect((await world.letters(1)).map(({ recipient }) => recipient)).toContain('hc@vialkeep.test');
  expect(await world.sql("select 1 from job_workers where worker_id = 'pool-of-the-dead'")).toEqual([]);
});

test('a job of a live process stays locked', async () => {
  await world.sql('insert into job_workers values ($1, $2)', ['pool-of-the-living', 4712]);
  await world.sql('select pg_advisory_lock(4712)');
  const released = await queryAs<{ released: number }>(
    world.app.services.store,
    'platform',
    'select release_dead_workers() as released',
    [],
  );
  expect(released).toEqual([{ released: 0 }]);
  expect(await world.sql("delete from job_workers where worker_id = 'pool-of-the-living' returning 1")).toHaveLength(1);
  await world.sql('select pg_advisory_unlock(4712)');
});

test('a job of an unregistered worker is released after a minute, and not before', async () => {
  const locked = async (since: string) => {
    await world.sql("select graphile_worker.add_job('nothing', job_key => $1)", [since]);
    await world.sql(
      `update graphile_worker._private_jobs set locked_by = 'unknown', locked_at = now() - $1::interval where key = $1`,
      [since],
    );
    await world.sql('select release_dead_workers()');
    return world.sql("select 1 from graphile_worker._private_jobs where locked_by = 'unknown' and key = $1", [since]);
  };
  expect(await locked('50 seconds')).toHaveLength(1);
  expect(await locked('70 seconds')).toHaveLength(0);
  await world.sql("delete from graphile_worker._private_jobs where key like '% seconds'");
});

test('a process that lost its connection registers again and keeps its workers', async () => {
  await world.letters();
  const known = () => world.sql<{ worker_id: string; process_key: string }>('select * from job_workers order by 1');
  const holders = () =>
    world.sql<{ pid: number }>(
      `select pid from pg_locks join job_workers
         on classid::bigint << 32 | objid::bigint = process_key
       where locktype = 'advisory' and granted group by pid`,
    );
  await expect.poll(async () => (await known()).length).toBe(2);
  const before = await known();
  const [{ pid } = { pid: 0 }] = await holders();
  await world.sql('select pg_terminate_backend($1)', [pid]);

  // Within that second its workers look dead, until they are registered again.
  const names = ({ worker_id }: { worker_id: string }) => worker_id;
  const renewed = async () => (await known()).filter(({ process_key }) => process_key !== before[0]?.process_key);
  await expect.poll(async () => (await renewed()).map(names), { timeout: 10_000 }).toEqual(before.map(names));
  expect(await world.sql('select release_dead_workers() as released')).toEqual([{ released: 0 }]);
});
