import { catalogue } from '@vialkeep/contract/catalogue.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { switchCommissions } from './testing/commissions/commission-world.ts';
import { matrix } from './testing/matrix/all-rows.ts';
import { cellsOf } from './testing/matrix/matrix-cells.ts';
import { createMatrixFixtures, type Scene } from './testing/matrix/targets.ts';
import { visible } from './testing/same-answer.ts';
import { unhurried } from './testing/servers/unhurried.ts';
import { type Caller, newWorld, type World } from './testing/world.ts';

/** Calls whose answers differ, each with the reason. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  listOwnCommissions: 'the page is not there where commissions are off',
  readMoneySettings: 'shows the switch itself',
};

// Only a test that hangs is stopped.
const TIMEOUT_MS = 600_000;

let world: World;
let scene: Scene;
beforeAll(async () => {
  world = await newWorld(unhurried);
  scene = await createMatrixFixtures(world);
}, TIMEOUT_MS);
afterAll(() => world.close());

/** Shows the records of reading, to which this test adds. */
const NOT_COMPARED = 'listAccess';

type Reading = { readonly name: string; readonly told: string; readonly ask: () => Promise<string> };

/** Each call that reads, without files, once for each caller who may, about the first record that this caller may read. */
function listReadings(): Reading[] {
  return catalogue
    .filter(({ name, route }) => route.method === 'GET' && !route.alsoPost && !route.answersFile && matrix[name])
    .filter(({ name }) => name !== NOT_COMPARED)
    .flatMap(({ name, route }) =>
      [...scene.callers].flatMap(([who, caller]: [string, Caller]) => {
        const cell = cellsOf(scene, name).find((one) => one.who === who && one.status === 200);
        if (!cell) return [];
        const ask = async () => withoutTimes(visible(await world.send(caller, route, cell.input)));
        return [{ name, told: `${name} for ${who}`, ask }];
      }),
    );
}

test('every reading call answers every plan the same with commissions on and off', {
  timeout: TIMEOUT_MS,
}, async () => {
  const readings = listReadings();
  const on = new Map<string, string>();
  for (const { told, ask } of readings) on.set(told, await ask());
  await switchCommissions(world, false);
  const differing = new Map<string, readonly [on: string, off: string]>();
  for (const { told, name, ask } of readings) {
    const [before, after] = [on.get(told) ?? '', await ask()];
    if (before !== after && !differing.has(name)) differing.set(name, [before.slice(0, 600), after.slice(0, 600)]);
  }
  const unexpected = Object.fromEntries([...differing].filter(([name]) => !(name in EXCEPTIONS)));
  expect(unexpected).toEqual({});
  expect([...differing.keys()].toSorted()).toEqual(Object.keys(EXCEPTIONS).toSorted());
  process.stdout.write(
    `commissions on and off: ${readings.length} answers, ${differing.size} calls differ as stated\n`,
  );
});

/** An answer without the times of the requests themselves, which sessions and records of reading show. */
function withoutTimes(answer: object): string {
  return JSON.stringify(answer).replaceAll(/\d{4}-\d{2}-\d{2}T[\d:.]+Z/g, 'TIME');
}
