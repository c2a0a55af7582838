import { catalogue } from '@vialkeep/contract/catalogue.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { permissions } from './app.ts';
import { matrix } from './testing/matrix/all-rows.ts';
import { callers } from './testing/matrix/cells.ts';
import { finerRights, furtherRecords } from './testing/matrix/finer-rights.ts';
import { keepRows } from './testing/matrix/kept-rows.ts';
import { cellsOf } from './testing/matrix/matrix-cells.ts';
import { createMatrixFixtures, type Scene } from './testing/matrix/targets.ts';
import { visible } from './testing/same-answer.ts';
import { unhurried } from './testing/servers/unhurried.ts';
import { anonymousCaller, newWorld, type World } from './testing/world.ts';

const guarded = catalogue.filter(({ route }) => route.access !== 'public');

// Other tests cover the rate limits; here all callers use the same patient.
const settings = { ...unhurried, RESETS_PER_HOUR: '1000', SIGN_UPS_PER_HOUR: '1000' };

const TIMEOUT_MS = 120_000;

let scene: Scene;
let world: World;
let undoWrites: () => Promise<void>;
/** The number of cells that gave the expected answer. */
let cellsRight = 0;
beforeAll(async () => {
  world = await newWorld(settings);
  scene = await createMatrixFixtures(world);
  undoWrites = await keepRows(world);
}, TIMEOUT_MS);
afterAll(async () => {
  await world.close();
  const asked = `${guarded.length} calls × ${callers.length} callers and nobody × whose it is`;
  process.stdout.write(`${asked}: ${cellsRight} cells are right\n`);
});

test('F013 the matrix has a row for every guarded call, and no other', () => {
  expect(Object.keys(matrix).toSorted()).toEqual(guarded.map(({ name }) => name).toSorted());
});

describe('F013 Every call × every caller × every owner', { timeout: TIMEOUT_MS }, () => {
  test.each(guarded)('$name answers every caller for every owner as the matrix states', async ({ name, route }) => {
    const isWriting = route.method !== 'GET' || route.alsoPost;
    const notTheirs = new Map<string, object>();
    for (const { who, whose, status, input } of cellsOf(scene, name)) {
      const caller = scene.callers.get(who) ?? anonymousCaller;
      const answer = await world.send(caller, route, input);
      const told = `${name}: ${who}, ${whose}: ${answer.body.slice(0, 300)}`;
      expect(answer.statusCode, told).toBe(status);
      // A record of another site and a missing one must have the same answer.
      if (status === 404 && whose === 'other') notTheirs.set(who, visible(answer));
      const twin = status === 404 && whose === 'nobody' ? notTheirs.get(who) : undefined;
      expect(visible(answer), told).toEqual(twin ?? visible(answer));
      cellsRight += 1;
      if (isWriting && answer.statusCode < 300) await undoWrites();
    }
    await undoWrites();
    expect((await world.send(anonymousCaller, route, cellsOf(scene, name)[0]?.input)).statusCode).toBe(401);
    cellsRight += 1;
  });
});

describe('F013 Rights finer than a call', () => {
  test('every action that is not a whole call has a row', () => {
    const whole = new Set<string>(guarded.map(({ route }) => route.access));
    const finer = Object.keys(permissions.table).filter((action) => !whole.has(action));
    expect(Object.keys(finerRights).toSorted()).toEqual(finer.toSorted());
  });

  test.each(Object.entries({ ...finerRights, ...furtherRecords }))(
    'the right %s shows in the answer for exactly the listed callers',
    async (_action, right) => {
      for (const [who, caller] of scene.callers) {
        const input = right.input(scene.of(right.about, who, right.side));
        const answer = await world.send(caller, right.route, input);
        expect([who, right.shows(answer)], answer.body.slice(0, 300)).toEqual([
          who,
          right.who.split(' ').includes(who),
        ]);
        cellsRight += 1;
      }
    },
  );
});
