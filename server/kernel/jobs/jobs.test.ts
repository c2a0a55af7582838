import { setTimeout as sleep } from 'node:timers/promises';
import { resetPassword } from '@vialkeep/contract/session.ts';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { z } from 'zod';
import { queryAs } from '../../testing/query-as.ts';
import { interruptibleDatabase } from '../../testing/servers/interruptible-database.ts';
import { inDatabase } from '../../testing/test-settings.ts';
import { anonymousCaller, newWorld, type World } from '../../testing/world.ts';
import { type Job, startJobs } from './jobs.ts';

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

test('jobs run again after one job ended while the database was away, and another after it was back', async () => {
  const way = await interruptibleDatabase();
  const address = (await world.sql<{ name: string }>('select current_database() as name'))[0]?.name ?? '';
  const ends = { 'ends early': Promise.withResolvers<void>(), 'ends late': Promise.withResolvers<void>() };
  const runs: string[] = [];
  const job: Job = {
    name: 'long job',
    async run(payload) {
      const { name } = z.object({ name: z.enum(['ends early', 'ends late', 'next']) }).parse(payload);
      runs.push(name);
      if (name !== 'next') await ends[name].promise;
    },
  };
  const queue = await startJobs(way.through(inDatabase(inject('ownerUrl'), address)), [job], world.app.services, 2);
  try {
    const add = (name: string) =>
      world.sql(`select graphile_worker.add_job('long job', json_build_object('name', $1::text))`, [name]);
    await add('ends early');
    await add('ends late');
    await expect.poll(() => runs.toSorted()).toEqual(['ends early', 'ends late']);
    await way.cut();
    ends['ends early'].resolve();
    // The queue gives up at once when it cannot store the end of a job.
    await sleep(500);
    await way.mend();
    await add('next');
    // A queue that was started now would take the job that still runs a second time.
    await sleep(3_000);
    ends['ends late'].resolve();
    await expect.poll(() => runs, { timeout: 60_000 }).toContain('next');
    expect(runs.filter((name) => name === 'ends late')).toHaveLength(1);
  } finally {
    await queue.stop();
    await way.close();
  }
});
