import { catalogue } from '@vialkeep/contract/catalogue.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { permissions } from './app.ts';
import { matrix } from './testing/matrix/all-rows.ts';
import { callers } from './testing/matrix/cells.ts';
import { finerRights, furtherRecords } from './testing/matrix/finer-rights.ts';
import { cellsOf } from './testing/matrix/matrix-cells.ts';
import { createMatrixFixtures, type Scene } from './testing/matrix/targets.ts';
import { visible } from './testing/same-answer.ts';
import { unhurried } from './testing/servers/unhurried.ts';
import { anonymousCaller, newWorld, type World } from './testing/world.ts';

const guarded = catalogue.filter(({ route }) => route.access !== 'public');

// Other tests cover the rate limits; here all callers use the same patient.
const settings = { ...unhurried, RESETS_PER_HOUR: '1000', SIGN_UPS_PER_HOUR: '1000' };

// Calls that succeed only once run in a fresh world each.
const TIMEOUT_MS = 120_000;

let scene: Scene;
let template: string;
let drop: () => Promise<void>;
let reading: World;
/** The number of cells that gave the expected answer. */
let cellsRight = 0;
beforeAll(async () => {
  const prepared = await newWorld();
  scene = await createMatrixFixtures(prepared);
  template = prepared.name;
  drop = await prepared.leave();
  reading = await newWorld(settings, template);
}, TIMEOUT_MS);
afterAll(async () => {
  await reading.close();
  await drop();
  const asked = `${guarded.length} calls × ${callers.length} callers and nobody × whose it is`;
  process.stdout.write(`${asked}: ${cellsRight} cells are right\n`);
});

test('F013 the matrix has a row for every guarded call, and no other', () => {
  expect(Object.keys(matrix).toSorted()).toEqual(guarded.map(({ name }) => name).toSorted());
});

describe('F013 Every call × every caller × every owner', { timeout: TIMEOUT_MS }, () => {
  test.each(guarded)('$name answers every caller for every owner as the matrix states', async ({ name, route }) => {
    const cells = cellsOf(scene, name);
    // A call without a right changes nothing, and one that succeeds only once has a world of its own.
    const isApart = (status: number) => status === 200 && matrix[name]?.once === true;
    const isHarmless = ({ status }: { status: number }) => status === 403 || status === 404 || isApart(status);
    const changes = (route.method !== 'GET' || route.alsoPost) && !cells.every(isHarmless);
    const shared = changes ? await newWorld(settings, template) : reading;
    const notTheirs = new Map<string, object>();
    for (const { who, whose, status, input } of cells) {
      const caller = scene.callers.get(who) ?? anonymousCaller;
      const world = isApart(status) ? await newWorld(settings, template) : shared;
      const answer = await world.send(caller, route, input);
      const told = `${name}: ${who}, ${whose}: ${answer.body.slice(0, 300)}`;
      expect(answer.statusCode, told).toBe(status);
      // A record of another site and a missing one must have the same answer.
      if (status === 404 && whose === 'other') notTheirs.set(who, visible(answer));
      const twin = status === 404 && whose === 'nobody' ? notTheirs.get(who) : undefined;
      expect(visible(answer), told).toEqual(twin ?? visible(answer));
      cellsRight += 1;
      if (world !== shared) await world.close();
    }
    expect((await shared.send(anonymousCaller, route, cells[0]?.input)).statusCode).toBe(401);
    cellsRight += 1;
    if (shared !== reading) await shared.close();
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
        const answer = await reading.send(caller, right.route, input);
        expect([who, right.shows(answer)], answer.body.slice(0, 300)).toEqual([
          who,
          right.who.split(' ').includes(who),
        ]);
        cellsRight += 1;
      }
    },
  );
});
