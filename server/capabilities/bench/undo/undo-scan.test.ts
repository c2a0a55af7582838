import { randomUUID } from 'node:crypto';
import { listBenchLog, readBenchHome, undoScan } from '@vialkeep/contract/bench.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newOperator, openBench } from '../../../testing/bench/lab-world.ts';
import { newBox, scanVial } from '../../../testing/bench/scan-steps.ts';
import { type Caller, newWorld, type World } from '../../../testing/world.ts';
import type { Patient } from '../../custody/index.ts';
import { verifyCustody } from '../../custody/index.ts';
import { holdVials, placeVial, takeVial, verifyVials } from '../../vials/index.ts';

let world: World;
let lab: Caller & { user: { id: number } };
let box: number;
let vials: { code: string; patient: Patient }[];
beforeAll(async () => {
  world = await newWorld({ DATABASE_POOL: '16' });
});
afterAll(() => world.close());
beforeEach(async () => {
  await world.sql('delete from lab_settings; delete from rate_limits; delete from bench_shifts');
  await world.sql('update lab_operators set ended_at = now() where ended_at is null');
  ({ lab } = await openBench(world));
  ({ id: box } = await newBox(world, lab.user.id));
  const rows = await world.sql<{ code: string; patient_id: number }>(
    `select code, patient_id from vials where lab_id = $1 and state = 'stored' and box_id is null and held_at is null
     order by id limit 2`,
    [lab.user.id],
  );
  vials = rows.map(({ code, patient_id }) => ({ code, patient: { id: patient_id, domainId: 1 } }));
});

const first = () => vials[0] ?? fail();
const second = () => vials[1] ?? fail();
const place = (position: number, { code, patient } = first(), caller: Caller = lab) =>
  scanVial(world, caller, code, (work, by) => placeVial(work, patient, { codes: [code], to: { box, position }, by }));
const take = (position: number, { code, patient } = first()) =>
  scanVial(world, lab, code, (work, by) => takeVial(work, patient, { codes: [code], from: { box, position }, by }));
const body = (undoes: string, scan_id: string = randomUUID()) => ({ body: { scan_id, input: 'typed', undoes } });
const undo = (undoes: string) => world.call(lab, undoScan, body(undoes));
const refused = (undoes: string, caller: Caller = lab) => world.refusalOf(caller, undoScan, body(undoes));
const TOO_LATE = { status: 409, reason: 'too_late' };

async function positionOf({ code } = first()) {
  const [row] = await world.sql<{ box_id: number | null; position: number | null }>(
    'select box_id, position from vials where code = $1',
    [code],
  );
  return row;
}

describe('Undo of a step with a vial', () => {
  test('a placed vial has no position again, by a new event, and the chain verifies', async () => {
    const scan = await place(1);
    expect(await undo(scan)).toEqual({ undone: scan, kind: 'test_step', codes: [first().code] });
    expect(await positionOf()).toEqual({ box_id: null, position: null });
    const [event] = await world.sql<{ kind: string; undoes: string }>(
      "select kind, facts ->> 'undoes' as undoes from custody_events where patient_id = $1 order by position desc limit 1",
      [first().patient.id],
    );
    expect(event).toEqual({ kind: 'bench.undone', undoes: 'bench.placed' });
    const db = world.app.services.store.read('platform');
    expect([...(await verifyVials(db)), ...(await verifyCustody(db))]).toEqual([]);
  });

  test('a moved vial goes back to where it was, and so does one that was taken out', async () => {
    await place(1);
    await undo(await place(4));
    expect(await positionOf()).toEqual({ box_id: box, position: 1 });
    await undo(await take(1));
    expect(await positionOf()).toEqual({ box_id: box, position: 1 });
  });

  test('the same undo again gets the first answer, and another undo of the same scan comes too late', async () => {
    const [scan, id] = [await place(1), randomUUID()];
    const answer = await world.call(lab, undoScan, body(scan, id));
    expect(await world.call(lab, undoScan, body(scan, id))).toEqual(answer);
    expect(await refused(scan)).toMatchObject(TOO_LATE);
    expect(await world.refusalOf(lab, undoScan, body(randomUUID(), id))).toMatchObject({ reason: 'scan_id_used' });
  });

  test('one of 20 simultaneous undos of a scan takes the step back', async () => {
    const scan = await place(1);
    const answers = await Promise.all(Array.from({ length: 20 }, () => world.send(lab, undoScan, body(scan))));
    const count = (status: number) => answers.filter(({ statusCode }) => statusCode === status).length;
    expect([count(200), count(409)]).toEqual([1, 19]);
    expect(await positionOf()).toEqual({ box_id: null, position: null });
  });

  test('a step after which the vial was moved or held comes too late', async () => {
    const scan = await place(1);
    await place(2);
    expect(await refused(scan)).toMatchObject(TOO_LATE);
    const { code, patient } = first();
    const next = await place(3);
    await scanVial(world, lab, code, (work, by) => holdVials(work, patient, { codes: [code], reason: 'missing', by }));
    const message = 'Changed since, or more than 10 minutes old.';
    expect((await world.send(lab, undoScan, body(next))).json()).toMatchObject({
      message,
      fields: { undoes: message },
    });
    expect(await positionOf()).toEqual({ box_id: box, position: 3 });
  });

  test('a step whose old position has another vial now, or whose box is retired, comes too late', async () => {
    await place(1);
    const taken = await take(1);
    const taking = await place(1, second());
    expect(await refused(taken)).toMatchObject(TOO_LATE);
    await undo(taking);
    await world.sql('update places set retired_at = now() where id = $1', [box]);
    expect(await refused(taken)).toMatchObject(TOO_LATE);
    expect(await positionOf()).toEqual({ box_id: null, position: null });
  });

  test('a step of another operator, of another lab or of no scan comes too late', async () => {
    await newOperator(world, lab);
    const scan = await place(1);
    const other = await world.as('lab');
    await newOperator(world, other, { name: 'Jonas Weir' });
    expect(await refused(scan, other)).toMatchObject(TOO_LATE);
    expect(await refused(randomUUID())).toMatchObject(TOO_LATE);
    const admin = await world.as('admin');
    const north = { ...body(scan).body, lab_id: await world.idOf('lab2@vialkeep.test') };
    await world.sql(
      'insert into lab_settings (domain_id, lab_id, bench_on) values (1, $1, true) on conflict do nothing',
      [north.lab_id],
    );
    expect(await world.refusalOf(admin, undoScan, { body: north })).toMatchObject(TOO_LATE);
    expect(await world.call(lab, undoScan, body(scan))).toMatchObject({ undone: scan });
  });

  test('a step of more than 10 minutes ago comes too late', async () => {
    const scan = await place(1);
    await world.sql('alter table scan_actions disable trigger user');
    await world.sql("update scan_actions set at = at - interval '10 minutes 1 second' where id = $1", [scan]);
    await world.sql('alter table scan_actions enable trigger user');
    expect(await refused(scan)).toMatchObject(TOO_LATE);
  });
});

describe('Home and log of the bench', () => {
  test('the home shows the shift, what waits, and the last action with its undo', async () => {
    const before = await world.call(lab, readBenchHome);
    expect(before).toMatchObject({ lab_id: lab.user.id, has_operators: false, shift: null });
    const { code } = await newOperator(world, lab);
    const scan = await place(1);
    const home = await world.call(lab, readBenchHome);
    expect(home).toMatchObject({
      has_operators: true,
      shift: { operator: { name: 'Nora Lindqvist', code, may_sign: true } },
      tiles: { to_place: before.tiles.to_place - 1, in_process: 0, deviations_open: 0 },
      last: {
        scan_id: scan,
        who: 'Nora Lindqvist',
        facts: { vial_code: first().code },
        is_undone: false,
        may_undo: true,
      },
    });
    expect(JSON.stringify(home)).not.toContain('sha256');
    await undo(scan);
    expect((await world.call(lab, readBenchHome)).last).toMatchObject({
      scan_id: scan,
      is_undone: true,
      may_undo: false,
    });
  });

  test('the log has the actions of a day with those that were taken back, newest first', async () => {
    const scan = await place(1);
    await undo(scan);
    const log = await world.call(lab, listBenchLog, { query: { limit: 2 } });
    expect(log.results).toMatchObject([
      { kind: 'undo', undoes: scan, input: 'typed', is_undone: false },
      { kind: 'test_step', scan_id: scan, input: 'scanner', is_undone: true, who: expect.any(String) },
    ]);
    expect(log.count).toBeGreaterThan(1);
    expect(await world.call(lab, listBenchLog, { query: { day: '2020-02-29' } })).toEqual({ results: [], count: 0 });
    expect(await world.refusalOf(lab, listBenchLog, { query: { day: '2020-02-30' } })).toMatchObject({ status: 400 });
  });
});

function fail(): never {
  throw new Error('The demo network has no such vial.');
}
