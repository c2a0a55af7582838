import type pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { withConnection } from '../../server/kernel/db/roles.ts';
import { inDatabase } from '../../server/testing/test-settings.ts';
import { newWorld, type World } from '../../server/testing/world.ts';
import { listOpenWork } from './aftermath.ts';

let world: World;
beforeAll(async () => {
  world = await newWorld();
  // The demo network queues the letter of its inspection.
  await onQueue((owner) => owner.query('delete from graphile_worker._private_jobs'));
});
afterAll(() => world.close());

const openJobs = () =>
  onQueue(async (owner) => (await listOpenWork(owner)).filter(({ what }) => what.startsWith('jobs ')));

test('a job that was queued again under its key while it ran is no open work after its server was killed', async () => {
  await onQueue(async (owner) => {
    await owner.query(`select graphile_worker.add_job('seal-signing', job_key => 'seal 1')`);
    await owner.query(`update graphile_worker._private_jobs set locked_at = now(), locked_by = 'killed', attempts = 1`);
    await owner.query(`select graphile_worker.add_job('seal-signing', job_key => 'seal 1')`);
  });
  expect(await openJobs()).toMatchObject([{ what: 'jobs seal-signing', isDue: true }]);
  await onQueue((owner) => owner.query(`select graphile_worker.force_unlock_workers(array['killed'])`));
  await onQueue((owner) => owner.query(`delete from graphile_worker._private_jobs where key = 'seal 1'`));
  expect(await openJobs()).toEqual([]);
  expect(await onQueue((owner) => owner.query('select from graphile_worker.jobs'))).toMatchObject({ rowCount: 1 });
});

test('a job without a key that has used all its attempts is open work', async () => {
  await onQueue(async (owner) => {
    await owner.query('delete from graphile_worker._private_jobs');
    await owner.query(`select graphile_worker.add_job('deliver-letter', max_attempts => 1)`);
    await owner.query('update graphile_worker._private_jobs set attempts = 1');
  });
  expect(await openJobs()).toMatchObject([{ what: 'jobs deliver-letter', isDue: false }]);
});

function onQueue<T>(task: (owner: pg.Client) => Promise<T>): Promise<T> {
  return withConnection(inDatabase(inject('ownerUrl'), world.name), task);
}
