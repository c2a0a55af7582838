import { type ProcessFields, stageOf } from '@vialkeep/contract/stage.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newWorld, type World } from '../../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await newWorld();
});
afterAll(() => world.close());

type Row = ProcessFields & { stage: string; stage_since: string | null };

test('F049 the database and the contract compute the same stage and start for every combination of inputs', async () => {
  const id = await world.idOf('patient23@vialkeep.test');
  const days = [
    'date_adipose_shipped_to_lab',
    'date_adipose_received_by_lab',
    'stemcell_plating_initiated_date',
    'sterility_start_date',
    'date_vials_ready_to_ship',
  ] as const;
  let compared = 0;
  for (let known = 0; known < 2 ** days.length; known += 1) {
    for (const plating of [null, 1, 2]) {
      for (const complete of [null, true, false]) {
        const given = days.map((_, index) => (known & (1 << index) ? `2026-01-1${index}` : null));
        const [row] = await world.sql<Row>(
          `update patient_records set ${days.map((day, index) => `${day} = $${index + 1}::date`).join(', ')},
             estimated_date_vials_ready_to_ship = $2::date + 45, sterility_end_date = $4::date + 14,
             stemcell_plating_successful = $6, sterility_complete = $7
           where patient_id = $8
           returning ${days.map((day) => `${day}::text`).join(', ')}, estimated_date_vials_ready_to_ship::text,
             sterility_end_date::text, stemcell_plating_successful, sterility_complete, stage, stage_since::text`,
          [...given, plating, complete, id],
        );
        if (!row) throw new Error('There is no record.');
        const { stage, since } = stageOf(row, '2026-02-01');
        expect({ stage: row.stage, since: row.stage_since }, JSON.stringify(row)).toEqual({ stage, since });
        compared += 1;
      }
    }
  }
  expect(compared).toBe(288);
});

test('a user who becomes a patient gets a record, and leaves the lists when they are no patient any more', async () => {
  const id = await world.idOf('donor@vialkeep.test');
  const isCurrent = async () =>
    (
      await world.sql<{ is_current: boolean }>('select is_current from patient_records where patient_id = $1', [id])
    ).map((row) => row.is_current);
  expect(await isCurrent()).toEqual([]);
  await world.sql('update users set plan_id = 2 where id = $1', [id]);
  expect(await isCurrent()).toEqual([true]);
  await world.sql('update users set is_active = false where id = $1', [id]);
  expect(await isCurrent()).toEqual([false]);
  await world.sql('update users set is_active = true where id = $1', [id]);
  expect(await isCurrent()).toEqual([true]);
  await world.sql('update users set plan_id = 12 where id = $1', [id]);
  expect(await isCurrent()).toEqual([false]);
});

test('the stored stage counts equal the real counts after concurrent changes', async () => {
  const kept = () =>
    world.sql('select domain_id, stage, patients from stage_counts where patients <> 0 order by domain_id, stage');
  const counted = () =>
    world.sql(`select domain_id, stage, count(*)::integer as patients from patient_records where is_current
      group by domain_id, stage order by domain_id, stage`);
  expect(await kept()).toEqual(await counted());
  await world.sql(
    `insert into users (domain_id, plan_id, email, first_name, last_name)
     select 1 + n % 2, 2, 'many' || n || '@vialkeep.test', 'Many', 'People' from generate_series(1, 50) n`,
  );
  await world.sql('update patient_records set date_vials_ready_to_ship = current_date where patient_id % 3 = 0');
  await world.sql('update users set is_active = false where plan_id = 2 and id % 5 = 0');
  await world.sql("update users set plan_id = 12 where plan_id = 2 and id % 7 = 0 and email like 'many%'");
  expect(await kept()).toEqual(await counted());
});
