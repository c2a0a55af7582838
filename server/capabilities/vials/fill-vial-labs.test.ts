import { afterAll, beforeAll, expect, test } from 'vitest';
import { runBackfill } from '../../kernel/jobs/backfill.ts';
import { newWorld, type World } from '../../testing/world.ts';
import { fillVialLabs } from './vials.jobs.ts';

let world: World;
beforeAll(async () => {
  world = await newWorld();
});
afterAll(() => world.close());

const PACE = { batchRows: 7, batches: 1_000, pause: async () => {} };
const labs = () => world.sql<{ lab_id: number | null }>('select lab_id from vials order by id');

test('vials of before get the lab of their patient in batches, and those that have one keep it', async () => {
  const expected = await labs();
  expect(expected.filter(({ lab_id }) => lab_id !== null).length).toBeGreaterThan(10);
  const [first] = await world.sql<{ id: number }>('select min(id) as id from vials where lab_id is not null');
  const other = await world.idOf('lab2@vialkeep.test');
  await world.sql('update vials set lab_id = null');
  await world.sql('update vials set lab_id = $2 where id = $1', [first?.id, other]);
  await runBackfill(world.app.services, fillVialLabs, PACE);
  const filled = await world.sql<{ id: number; lab_id: number | null }>('select id, lab_id from vials order by id');
  expect(filled.find(({ id }) => id === first?.id)?.lab_id).toBe(other);
  expect(filled.filter(({ id }) => id !== first?.id).map(({ lab_id }) => lab_id)).toEqual(
    expected.flatMap(({ lab_id }, at) => (filled[at]?.id === first?.id ? [] : [lab_id])),
  );
  const [progress] = await world.sql("select finished_at is not null as done from backfills where name = 'vials-lab'");
  expect(progress).toEqual({ done: true });
});
