import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { newWorld, type World } from '../../testing/world.ts';
import type { Db } from '../db/db.ts';
import { actorlessContext } from '../session/actor.ts';
import { type Backfill, backfillJob, runBackfill } from './backfill.ts';

const ROWS = 12_345;
let world: World;

beforeAll(async () => {
  world = await newWorld();
  await world.sql('create table shelves (id integer primary key, times integer not null default 0)');
  await world.sql('grant select, update on shelves to vialkeep_platform');
});
afterAll(() => world.close());
beforeEach(async () => {
  await world.sql('truncate shelves, backfills');
  // Gaps in the keys, as deleted rows leave them.
  await world.sql('insert into shelves select n * 3 from generate_series(1, $1::int) n', [ROWS]);
});

/** Counts how often each row is handled. */
const countTimes: Backfill = {
  name: 'count-times',
  async handleBatch(db: Db, after, most) {
    const { rows } = await sql<{ last: number | null; rows: number }>`
      with batch as (select id from shelves where id > ${after} order by id limit ${most}),
        handled as (update shelves set times = times + 1 where id in (select id from batch) returning id)
      select max(id) as last, count(*)::int as rows from handled`.execute(db);
    const [batch] = rows;
    return batch?.last ? { lastKey: batch.last, rows: batch.rows } : null;
  },
};

const shelves = () =>
  world.sql<{ times: number; rows: number }>('select times, count(*)::int as rows from shelves group by 1 order by 1');
const progress = () =>
  world.sql('select position, handled, finished_at is not null as finished from backfills where name = $1', [
    'count-times',
  ]);
const PACE = { batchRows: 1_000, batches: 100, pause: async () => {} };

test('a backfill handles every row once in batches of 5,000, and does nothing after its end', async () => {
  const job = backfillJob(countTimes);
  await job.run({}, world.app.services, actorlessContext('test'));
  expect(job.name).toBe('backfill-count-times');
  expect(await shelves()).toEqual([{ times: 1, rows: ROWS }]);
  expect(await progress()).toEqual([{ position: ROWS * 3, handled: ROWS, finished: true }]);
  await job.run({}, world.app.services, actorlessContext('test'));
  expect(await shelves()).toEqual([{ times: 1, rows: ROWS }]);
});

test('a backfill that is interrupted within a batch goes on from the last whole batch: every row is handled, none twice', async () => {
  let batches = 0;
  const interrupted: Backfill = {
    ...countTimes,
    async handleBatch(db, after, most) {
      const batch = await countTimes.handleBatch(db, after, most);
      batches += 1;
      if (batches === 5) {
        // The server's connection is killed before the batch commits, as by the end of its process.
        const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db);
        await world.sql('select pg_terminate_backend($1, 60000)', [rows[0]?.pid]);
      }
      return batch;
    },
  };
  await expect(runBackfill(world.app.services, interrupted, PACE)).rejects.toThrow(/connection/i);
  expect(await shelves()).toEqual([
    { times: 0, rows: ROWS - 4_000 },
    { times: 1, rows: 4_000 },
  ]);
  expect(await progress()).toEqual([{ position: 12_000, handled: 4_000, finished: false }]);

  await runBackfill(world.app.services, countTimes, PACE);
  expect(await shelves()).toEqual([{ times: 1, rows: ROWS }]);
  expect(await progress()).toEqual([{ position: ROWS * 3, handled: ROWS, finished: true }]);
});

test('a run ends after its batches, and the next run goes on', async () => {
  let pauses = 0;
  const pause = async () => {
    pauses += 1;
  };
  await runBackfill(world.app.services, countTimes, { ...PACE, batches: 3, pause });
  expect(pauses).toBe(2);
  expect(await progress()).toEqual([{ position: 9_000, handled: 3_000, finished: false }]);
  await runBackfill(world.app.services, countTimes, PACE);
  expect(await shelves()).toEqual([{ times: 1, rows: ROWS }]);
});

test('two servers that run a backfill at once handle every row once', async () => {
  const run = () => runBackfill(world.app.services, countTimes, PACE);
  await Promise.all([run(), run(), run()]);
  await run();
  expect(await shelves()).toEqual([{ times: 1, rows: ROWS }]);
});
