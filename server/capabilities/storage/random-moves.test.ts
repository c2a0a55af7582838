import { changePlace, type PlaceDetails, placeVial, takeVial } from '@vialkeep/contract/places.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openBench } from '../../testing/bench/lab-world.ts';
import { newScan, newStorage, patientWithVials } from '../../testing/bench/storage-world.ts';
import { type Caller, newWorld, type World } from '../../testing/world.ts';
import { verifyCustody } from '../custody/index.ts';
import { verifyPlaces, verifyVials } from '../vials/index.ts';

const MOVES = process.env['LONG'] ? 10_000 : 300;
const TABLETS = 4;

let world: World;
let admin: Caller;
let lab: Caller;
beforeAll(async () => {
  world = await newWorld({ DATABASE_POOL: '16' });
  ({ admin, lab } = await openBench(world));
});
afterAll(() => world.close());

/** Deterministic numbers below a limit (a linear congruential generator). */
function newDice(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

describe('Fill of places', () => {
  test(`after ${MOVES} random moves of vials, boxes and racks by ${TABLETS} tablets the kept fill is the count`, {
    timeout: 1_800_000,
  }, async () => {
    const patients = await Promise.all([12, 12, 12].map((vials) => patientWithVials(world, admin, vials)));
    const codes = patients.flatMap((patient) => patient.codes);
    const storages = [await newStorage(world, lab), await newStorage(world, lab, { rows: 3, columns: 3 })];
    const boxes: PlaceDetails[] = storages.map(({ box }) => box);
    for (const { add, rack } of storages)
      boxes.push(await add({ kind: 'box', parent_id: rack.id, rows: 2, columns: 2 }));
    const dice = newDice(20_261_118);
    const pick = <T>(items: readonly T[]): T => {
      const item = items[dice(items.length)];
      if (item === undefined) throw new Error('There is nothing to choose from.');
      return item;
    };
    const tally: Record<string, number> = {};
    const step = async () => {
      const kind = dice(20);
      const vial = { ...newScan(), vial_code: pick(codes) };
      const into = pick(storages);
      const answer =
        kind < 12
          ? await world.send(lab, placeVial, {
              body: { ...vial, box_code: pick(boxes).code, ...(dice(2) ? { position: dice(9) + 1 } : {}) },
            })
          : kind < 17
            ? await world.send(lab, takeVial, { body: vial })
            : kind < 19
              ? await world.send(lab, changePlace, {
                  params: { id: pick(boxes).id },
                  body: { parent_id: into.rack.id },
                })
              : await world.send(lab, changePlace, {
                  params: { id: pick(storages).rack.id },
                  body: { parent_id: into.freezer.id },
                });
      const outcome = answer.statusCode === 200 ? 'done' : String(answer.json().reason);
      tally[outcome] = (tally[outcome] ?? 0) + 1;
    };
    let left = MOVES;
    await Promise.all(
      Array.from({ length: TABLETS }, async () => {
        while (left > 0) {
          left -= 1;
          await step();
        }
      }),
    );
    const db = world.app.services.store.read('platform');
    const wrong = await verifyPlaces(db);
    const [sums] = await world.sql<{ filled: number; counted: number }>(
      `select (select sum(filled) from places where kind = 'facility')::integer as filled,
         (select count(*) from vials where box_id is not null)::integer as counted`,
    );
    process.stdout.write(
      `${MOVES} random moves: ${JSON.stringify(tally)}; filled ${sums?.filled}, counted ${sums?.counted}, places that differ: ${wrong.length}\n`,
    );
    expect(wrong).toEqual([]);
    expect(sums?.filled).toBe(sums?.counted);
    expect(Object.keys(tally).filter((reason) => !EXPECTED.has(reason))).toEqual([]);
    expect([...(await verifyCustody(db)), ...(await verifyVials(db))]).toEqual([]);
  });
});

const EXPECTED = new Set(['done', 'position_taken', 'no_such_position', 'box_full', 'not_placed']);
