import { catalogue } from '@vialkeep/contract/catalogue.ts';
import { currentSession } from '@vialkeep/contract/session.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { switchCommissions } from './testing/commissions/commission-world.ts';
import { matrix } from './testing/matrix/all-rows.ts';
import { cellsOf } from './testing/matrix/matrix-cells.ts';
import { createMatrixFixtures, type Scene } from './testing/matrix/targets.ts';
import { visible } from './testing/same-answer.ts';
import { unhurried } from './testing/servers/unhurried.ts';
import { type Caller, type Input, newWorld, type World } from './testing/world.ts';

/** Calls whose answers differ without commissions, each with the reason. */
const COMMISSIONS: Readonly<Record<string, string>> = {
  listOwnCommissions: 'the page is not there where commissions are off',
  readMoneySettings: 'shows the switch itself',
};

/** Calls outside the bench whose answers differ without it, each with the reason. */
const BENCH: Readonly<Record<string, string>> = {
  currentSession: 'the rights of the lab and of its clinics name the pages that the bench adds',
};

/** The capabilities that are there only for a lab with a bench. */
const AT_BENCH: readonly string[] = ['lab-policy', 'bench', 'storage', 'orders', 'deviations', 'intake', 'release'];

/** Rights that add entries to the menu. */
const IN_MENU: readonly string[] = ['bench.use', 'harvests.record'];

/** Shows the records of reading, to which this test adds. */
const NOT_COMPARED = 'listAccess';

// Only a test that hangs is stopped.
const TIMEOUT_MS = 600_000;

type Reading = { name: string; row: string; told: string; ask: () => Promise<string> };

let world: World;
let scene: Scene;
/** The demo's lab with a bench, its clinics and one of their patients. */
let aroundBench: ReadonlyMap<string, Caller & { user: { id: number } }>;
let readings: readonly Reading[];
const whenOn = new Map<string, string>();

beforeAll(async () => {
  world = await newWorld(unhurried);
  scene = await createMatrixFixtures(world);
  const around = ['lab2', 'hc2', 'rhc2', 'patient2'];
  aroundBench = new Map(await Promise.all(around.map(async (key) => [key, await world.as(key)] as const)));
  readings = [...listReadings(), ...listReadingsAroundBench()];
  for (const { told, ask } of readings) whenOn.set(told, await ask());
}, TIMEOUT_MS);
afterAll(() => world.close());

test('every reading call outside the bench answers every plan, the lab itself, its clinics and its patients the same with the bench on and off', {
  timeout: TIMEOUT_MS,
}, async () => {
  const switched = await world.sql('update lab_settings set bench_on = false where bench_on returning lab_id');
  const documented = readings.filter(({ row }) => !AT_BENCH.includes(row));
  try {
    expect(switched.map(({ lab_id }) => lab_id)).toContain(aroundBench.get('lab2')?.user.id);
    const differing = await expectSame('bench', documented, BENCH);
    expect(differing).toEqual(['lab2', 'hc2', 'rhc2'].map((who) => `currentSession for ${who} at the bench`));
  } finally {
    await world.sql('update lab_settings set bench_on = true where lab_id = any ($1)', [
      switched.map(({ lab_id }) => lab_id),
    ]);
  }
});

test('a right that adds entries to the menu is given to the lab with a bench and to its clinics, and to no lab or clinic with the bench off', async () => {
  const lab2 = aroundBench.get('lab2')?.user.id;
  const holders = async () => {
    const found = [];
    for (const [who, caller] of [...scene.callers, ...aroundBench]) {
      const { may } = await world.call(caller, currentSession);
      const added = IN_MENU.filter((right) => may.includes(right));
      if (added.length > 0) found.push(`${who}: ${added.join(', ')}`);
    }
    return found;
  };
  // The menu of an administrator shows neither of the two pages (web/shell/menu.test.ts).
  const administrators = ['7', '10', '7n'].map((who) => `${who}: bench.use`);
  const atLab2 = ['lab2: bench.use', 'hc2: harvests.record', 'rhc2: harvests.record'];
  expect((await holders()).toSorted()).toEqual([...administrators, ...atLab2].toSorted());
  await world.sql('update lab_settings set bench_on = false where lab_id = $1', [lab2]);
  expect((await holders()).toSorted()).toEqual(administrators.toSorted());
  await world.sql('update lab_settings set bench_on = true where lab_id = $1', [lab2]);
});

test('every reading call answers every plan the same with commissions on and off', {
  timeout: TIMEOUT_MS,
}, async () => {
  await switchCommissions(world, false);
  await expectSame('commissions', readings, COMMISSIONS);
});

/** Each call that reads, without files, once for each caller who may, about the first record that this caller may read. */
function listReadings(): Reading[] {
  return readingCalls().flatMap(({ name, row, route }) =>
    [...scene.callers].flatMap(([who, caller]) => {
      const cell = cellsOf(scene, name).find((one) => one.who === who && one.status === 200);
      return cell ? [{ name, row, told: `${name} for ${who}`, ask: askFor(caller, route, cell.input) }] : [];
    }),
  );
}

/** The same calls around the demo's lab with a bench: about its patient, itself or the caller, whatever the answer is. */
function listReadingsAroundBench(): Reading[] {
  const patient = aroundBench.get('patient2')?.user.id ?? 0;
  const lab = aroundBench.get('lab2')?.user.id ?? 0;
  const administrator = scene.callers.get('7');
  const callers = new Map([...aroundBench, ...(administrator ? [['admin', administrator] as const] : [])]);
  return readingCalls().flatMap(({ name, row, route }) =>
    [...callers].flatMap(([who, caller]) => {
      const cells = matrix[name];
      if (!cells) return [];
      const ids = { patient, lab, account: who === 'admin' ? patient : caller.user.id };
      const input = cells.about === null ? cells.input() : inputAbout(ids, cells.about, cells.input);
      return input ? [{ name, row, told: `${name} for ${who} at the bench`, ask: askFor(caller, route, input) }] : [];
    }),
  );
}

function inputAbout(
  ids: Readonly<Record<string, number>>,
  thing: string,
  input: (id: number, partner: number) => Input,
): Input | null {
  const id = ids[thing];
  return id === undefined ? null : input(id, id);
}

function readingCalls() {
  return catalogue.filter(
    ({ name, route }) =>
      route.method === 'GET' && !route.alsoPost && !route.answersFile && matrix[name] && name !== NOT_COMPARED,
  );
}

function askFor(caller: Caller, route: (typeof catalogue)[number]['route'], input: Input): () => Promise<string> {
  return async () => withoutTimes(visible(await world.send(caller, route, input)));
}

/** Expects the answers from before the switch, but for these calls, each of which must differ. Returns who is told what else. */
async function expectSame(
  what: string,
  asked: readonly Reading[],
  exceptions: Readonly<Record<string, string>>,
): Promise<string[]> {
  const differing = new Map<string, object>();
  const toldDifferently: string[] = [];
  for (const { told, name, ask } of asked) {
    const [on, off] = [whenOn.get(told) ?? '', await ask()];
    if (on === off) continue;
    toldDifferently.push(told);
    if (!differing.has(name)) differing.set(name, { told, ...cutAtDifference(on, off) });
  }
  const unexpected = Object.fromEntries([...differing].filter(([name]) => !(name in exceptions)));
  expect(unexpected).toEqual({});
  expect([...differing.keys()].toSorted()).toEqual(Object.keys(exceptions).toSorted());
  process.stdout.write(`${what} on and off: ${asked.length} answers, calls that differ as stated: ${differing.size}\n`);
  return toldDifferently;
}

/** Both answers from shortly before the place where they begin to differ. */
function cutAtDifference(...answers: [on: string, off: string]) {
  // The length of an answer differs before its body does.
  const [on, off] = answers.map((answer) => answer.replace(/"content-length":"\d+",/, '')) as [string, string];
  let at = 0;
  while (at < on.length && on[at] === off[at]) at += 1;
  const from = Math.max(0, at - 80);
  return { on: on.slice(from, at + 300), off: off.slice(from, at + 300) };
}

/** An answer without the times of the requests themselves, which sessions and records of reading show. */
function withoutTimes(answer: object): string {
  return JSON.stringify(answer).replaceAll(/\d{4}-\d{2}-\d{2}T[\d:.]+Z/g, 'TIME');
}
