import { recordArrival } from '@vialkeep/contract/arrivals.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { actorlessContext } from '../../kernel/session/actor.ts';
import { type Intake, openIntake } from '../../testing/bench/intake-world.ts';
import { newWorld, type World } from '../../testing/world.ts';
import { watchTissue } from './watch-tissue.ts';

let world: World;
let intake: Intake;
beforeAll(async () => {
  world = await newWorld();
  intake = await openIntake(world);
  // Harvests of the demo network are not part of these tests.
  await world.sql('update harvests set late_letters = 2');
});
afterAll(() => world.close());

const watch = () => watchTissue(world.app.services, actorlessContext('watch-tissue'));
const lettersOf = async (patient: number) =>
  (
    await world.sql<{ recipient: string; subject: string }>(
      "select recipient, subject from letters where kind = 'tissue-late' and subject like $1 order by id",
      [`%#${patient} %`],
    )
  ).map(({ recipient, subject }) => `${recipient}: ${subject.replace(/^[^:]*: /, '')}`);

test('tissue at three quarters of its window, and at its end, is told to the lab and administrators once each', async () => {
  const { patient, harvest } = await intake.harvest(53);
  await watch();
  expect(await lettersOf(patient)).toEqual([]);
  const age = (hours: number) =>
    world.sql('update harvests set harvested_at = now() - make_interval(mins => $2) where id = $1', [
      harvest.id,
      hours * 60,
    ]);
  await age(54.5);
  await watch();
  await watch();
  const soon = await lettersOf(patient);
  expect(soon[0]).toBe(`lab@vialkeep.test: tissue of patient #${patient} has not arrived yet`);
  expect(soon).toContain(`admin@vialkeep.test: tissue of patient #${patient} has not arrived yet`);
  await age(72.5);
  await Promise.all([watch(), watch(), watch()]);
  const both = await lettersOf(patient);
  expect(both).toHaveLength(soon.length * 2);
  expect(both.at(-1)).toContain('is late');
});

test('tissue that arrived is not told, and neither is that of a lab whose bench is off', async () => {
  const [here, other] = [await intake.harvest(70), await intake.harvest(80)];
  await world.call(intake.lab, recordArrival, { body: intake.arrival({ kit_code: here.kit.code }) });
  await world.sql('update lab_settings set bench_on = false');
  await watch();
  expect([await lettersOf(here.patient), await lettersOf(other.patient)]).toEqual([[], []]);
  await world.sql('update lab_settings set bench_on = true');
  await watch();
  expect(await lettersOf(here.patient)).toEqual([]);
  expect((await lettersOf(other.patient)).every((letter) => letter.endsWith('is late'))).toBe(true);
});
