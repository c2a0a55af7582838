import { catalogue } from '@vialkeep/contract/catalogue.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { matrix } from './testing/matrix/all-rows.ts';
import { expand } from './testing/matrix/cells.ts';
import { type Scene, setTheScene, sides } from './testing/matrix/targets.ts';
import { newWorld, stranger, type World } from './testing/world.ts';

const guarded = catalogue.filter(({ route }) => route.access !== 'public');

// How often somebody may is told elsewhere; here everybody asks about the same patient.
const unhurried = { RESETS_PER_HOUR: '1000' };

type Asked = { who: string; whose: string; status: number; input: object };

let scene: Scene;
let template: string;
let drop: () => Promise<void>;
let reading: World;
beforeAll(async () => {
  const prepared = await newWorld();
  scene = await setTheScene(prepared);
  template = prepared.name;
  drop = await prepared.leave();
  reading = await newWorld(unhurried, template);
});
afterAll(async () => {
  await reading.close();
  await drop();
});

test('F013 the matrix has a row for every guarded call, and no other', () => {
  expect(Object.keys(matrix).toSorted()).toEqual(guarded.map(({ name }) => name).toSorted());
});

// What succeeds only once is made in one fresh world after the other.
const PATIENCE_MS = 120_000;

describe('F013 every call × every caller × whose it is', { timeout: PATIENCE_MS }, () => {
  test.each(guarded)('$name', async ({ name, route }) => {
    const changes = route.method !== 'GET' || route.alsoPost;
    const shared = changes ? await newWorld(unhurried, template) : reading;
    for (const { who, whose, status, input } of cellsOf(name)) {
      const caller = scene.callers.get(who) ?? stranger;
      const world = matrix[name]?.once && status === 200 ? await newWorld(unhurried, template) : shared;
      const answer = await world.send(caller, route, input);
      expect(answer.statusCode, `${name}: ${who}, ${whose}: ${answer.body.slice(0, 300)}`).toBe(status);
      if (world !== shared) await world.close();
    }
    expect((await shared.send(stranger, route, cellsOf(name)[0]?.input)).statusCode).toBe(401);
    if (shared !== reading) await shared.close();
  });
});

/** A call by its name, as a list of who asks about whose and what they are told. */
function cellsOf(name: string): Asked[] {
  const row = matrix[name];
  if (!row) throw new Error(`The matrix says nothing of ${name}.`);
  if (row.about === null) {
    return [...expand(row.all)].map(([who, status]) => ({ who, whose: 'everybody', status, input: row.input() }));
  }
  return sides.flatMap((side) =>
    [...expand(row[side])].map(([who, status]) => ({
      who,
      whose: side,
      status,
      input: row.input(scene.of(row.about, who, side)),
    })),
  );
}
