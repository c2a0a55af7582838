import { countPatientsByStage, readVialStock } from '@vialkeep/contract/patient-overview.ts';
import { addVialEntry } from '@vialkeep/contract/vials.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Caller, newWorld, type World } from '../../testing/world.ts';

let world: World;
let hc: Caller;
beforeAll(async () => {
  world = await newWorld();
  hc = await world.as('hc');
});
afterAll(() => world.close());

const stock = () => world.call(hc, readVialStock);
const monthsAgo = (months: number) => {
  const now = new Date();
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - months, 1)).toISOString();
};

test('the monthly stock of a center’s vials ends with today’s stock', async () => {
  const told = await stock();
  expect(told.map(({ month }) => month)).toEqual(Array.from({ length: 12 }, (_, at) => monthsAgo(11 - at).slice(0, 7)));
  const stages = await world.call(hc, countPatientsByStage);
  const today = stages.reduce((sum, { vials }) => sum + (vials ?? 0), 0);
  expect(today).toBeGreaterThan(0);
  expect(told.at(-1)?.available).toBe(today);
});

test('an added entry counts from its own month on, for its own center only', async () => {
  const before = await stock();
  const others = await world.call(await world.as('hc2'), readVialStock);
  const patient = await world.idOf('patient@vialkeep.test');
  const body = { type: 'added', date: monthsAgo(2).slice(0, 10), quantity: 7, user_id: patient };
  await world.call(await world.as('admin'), addVialEntry, { body });
  const after = await stock();
  expect(after.map(({ available }, at) => available - (before[at]?.available ?? 0))).toEqual([
    ...Array<number>(9).fill(0),
    7,
    7,
    7,
  ]);
  expect(await world.call(await world.as('hc2'), readVialStock)).toEqual(others);
});
