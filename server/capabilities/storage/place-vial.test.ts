import { undoScan } from '@vialkeep/contract/bench.ts';
import { placeVial, readPlace, takeVial } from '@vialkeep/contract/places.ts';
import { deleteVialEntry, readVials } from '@vialkeep/contract/vials.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newCode } from '../../testing/bench/fill-bench.ts';
import { newOperator, openBench } from '../../testing/bench/lab-world.ts';
import {
  newScan,
  newStorage,
  otherLabWithBench,
  patientWithVials,
  scansOf,
} from '../../testing/bench/storage-world.ts';
import { visible } from '../../testing/same-answer.ts';
import { type Caller, newWorld, type World } from '../../testing/world.ts';
import { verifyCustody } from '../custody/index.ts';
import { verifyPlaces, verifyVials } from '../vials/index.ts';

let world: World;
let admin: Caller;
let lab: Caller & { user: { id: number } };
beforeAll(async () => {
  world = await newWorld({ DATABASE_POOL: '24' });
  ({ admin, lab } = await openBench(world));
});
afterAll(() => world.close());

const db = () => world.app.services.store.read('platform');
const faults = async () => [
  ...(await verifyCustody(db())),
  ...(await verifyVials(db())),
  ...(await verifyPlaces(db())),
];
const scans = () => scansOf(world, lab);
const cellsOf = async (id: number) =>
  ((await world.call(lab, readPlace, { params: { id } })).cells ?? []).flatMap(({ label, code }) =>
    code === null ? [] : [[label, code]],
  );
const send = (body: object, caller: Caller = lab) => world.send(caller, placeVial, { body: { ...newScan(), ...body } });
const said = async (body: object) => {
  const answer = await send(body);
  return [answer.statusCode, answer.json().reason, answer.json().message, Object.keys(answer.json().fields ?? {})];
};

describe('Vials in positions', () => {
  test('F166 a vial gets the next free position, or the named one, and its chain and its moves say so', async () => {
    const { id, codes } = await patientWithVials(world, admin, 3);
    const [first, second, third] = codes.map(String);
    const { box } = await newStorage(world, lab);
    expect(await scans().place(String(first), box.code)).toEqual({
      vial_code: first,
      box: { id: box.id, code: box.code, name: box.name, filled: 1, capacity: 6 },
      position: 1,
      label: 'A1',
      moved_from: null,
    });
    expect((await scans().place(String(second), box.code, { position: 5 })).label).toBe('B2');
    expect((await scans().place(String(third), `B${box.code.replaceAll('-', '')}`)).label).toBe('A2');
    expect(await cellsOf(box.id)).toEqual([
      ['A1', first],
      ['A2', third],
      ['B2', second],
    ]);
    const events = await world.sql<{ facts: object }>(
      "select facts from custody_events where patient_id = $1 and kind = 'bench.placed' order by position",
      [id],
    );
    expect(events.map(({ facts }) => facts)).toContainEqual(
      expect.objectContaining({ box: box.id, position: 5, codes: [second] }),
    );
    const [action] = await world.sql<{ facts: object; kind: string }>(
      "select kind, facts - 'body_sha256' as facts from scan_actions where facts ->> 'code' = $1",
      [second],
    );
    expect(action).toEqual({
      kind: 'place_vial',
      facts: { code: second, patient: id, from: null, to: { box: box.id, position: 5 } },
    });
    expect(await faults()).toEqual([]);
  });

  test('a vial moves to another box with where it was, and a second scan of it moves nothing', async () => {
    const { codes } = await patientWithVials(world, admin, 1);
    const code = String(codes[0]);
    const { add, rack, box } = await newStorage(world, lab);
    const other = await add({ kind: 'box', parent_id: rack.id, rows: 1, columns: 2 });
    await scans().place(code, box.code, { position: 4 });
    const moved = await scans().place(code, other.code);
    expect(moved.moved_from).toEqual({
      box: { id: box.id, code: box.code, name: box.name },
      position: 4,
      label: 'B1',
    });
    const again = await scans().place(code, other.code);
    expect([again.label, again.moved_from, again.box.filled]).toEqual(['A1', null, 1]);
    expect((await scans().place(code, other.code, { position: 2 })).moved_from?.label).toBe('A1');
    const rows = await world.sql('select 1 from moves join vials on vials.id = moves.vial_id where vials.code = $1', [
      code,
    ]);
    expect(rows).toHaveLength(3);
    expect(await faults()).toEqual([]);
  });

  test('a vial is taken out, and the box has a position more', async () => {
    const { codes } = await patientWithVials(world, admin, 1);
    const code = String(codes[0]);
    const { box } = await newStorage(world, lab);
    await scans().place(code, box.code);
    const taken = await scans().take(code);
    expect(taken).toEqual({
      vial_code: code,
      moved_from: { box: { id: box.id, code: box.code, name: box.name }, position: 1, label: 'A1' },
    });
    expect(await cellsOf(box.id)).toEqual([]);
    const refused = await world.send(lab, takeVial, { body: { ...newScan(), vial_code: code } });
    expect([refused.statusCode, refused.json().reason, refused.json().fields]).toEqual([
      409,
      'not_placed',
      { vial_code: 'This vial has no position here.' },
    ]);
    expect(await faults()).toEqual([]);
  });

  test('each refusal of a position is told at its field, and changes nothing', async () => {
    const { codes } = await patientWithVials(world, admin, 3);
    const [first, second] = codes.map(String);
    const { add, rack } = await newStorage(world, lab);
    const box = await add({ kind: 'box', parent_id: rack.id, rows: 1, columns: 2 });
    await scans().place(String(first), box.code, { position: 2 });
    const body = { vial_code: second, box_code: box.code };
    expect(await said({ ...body, position: 2 })).toEqual([
      409,
      'position_taken',
      `Vial ${first} is in position A2.`,
      ['position'],
    ]);
    expect(await said({ ...body, position: 3 })).toEqual([
      400,
      'no_such_position',
      'The box has no such position.',
      ['position'],
    ]);
    expect((await said({ ...body, position: 0 }))[0]).toBe(400);
    expect(await said({ ...body, box_code: rack.code })).toEqual([
      400,
      'not_a_box',
      'This is not a box.',
      ['box_code'],
    ]);
    await scans().place(String(second), box.code);
    expect(await said({ ...body, vial_code: codes[2] })).toEqual([409, 'box_full', 'This box is full.', ['box_code']]);
    await world.sql('update places set retired_at = now() where id = $1', [
      (await add({ kind: 'box', parent_id: rack.id, rows: 1, columns: 1, name: 'Old box' })).id,
    ]);
    const [old] = await world.sql<{ code: string }>("select code from places where name = 'Old box'");
    expect(await said({ ...body, box_code: old?.code })).toEqual([
      409,
      'place_retired',
      'This box is retired.',
      ['box_code'],
    ]);
    expect((await said({ ...body, vial_code: 'K7QM' }))[3]).toEqual(['vial_code']);
    expect((await said({ ...body, vial_code: '^XZ=cmd|A1' }))[3]).toEqual(['vial_code']);
    expect(await faults()).toEqual([]);
  });

  test.each([
    ['shipped', "state = 'shipped', shipped_entry_id = added_entry_id", 'This vial was shipped.'],
    ['discarded', "state = 'discarded'", 'This vial was discarded.'],
  ])('a vial that was %s is refused in words', async (_, change, message) => {
    const { codes } = await patientWithVials(world, admin, 1);
    const { box } = await newStorage(world, lab);
    await world.sql(`update vials set ${change} where code = $1`, [codes[0]]);
    try {
      expect(await said({ vial_code: codes[0], box_code: box.code })).toEqual([
        409,
        'vial_gone',
        message,
        ['vial_code'],
      ]);
    } finally {
      await world.sql("update vials set state = 'stored', shipped_entry_id = null where code = $1", [codes[0]]);
    }
  });

  test('a placed vial that is withdrawn leaves its position', async () => {
    const { id, codes } = await patientWithVials(world, admin, 1);
    const { box } = await newStorage(world, lab);
    await scans().place(String(codes[0]), box.code);
    const history = (await world.call(admin, readVials, { params: { userId: id } })).data.vials_history;
    await world.call(admin, deleteVialEntry, { params: { id: history[0]?.id } });
    expect((await world.call(lab, readPlace, { params: { id: box.id } })).filled).toBe(0);
    expect(await said({ vial_code: codes[0], box_code: box.code })).toMatchObject({ 2: 'This vial was withdrawn.' });
    expect(await faults()).toEqual([]);
  });
});

describe('Scans of positions', () => {
  test('the same scan gets the first answer, and with another body 409', async () => {
    const { codes } = await patientWithVials(world, admin, 2);
    const { box } = await newStorage(world, lab);
    const body = { ...newScan(), vial_code: codes[0], box_code: box.code };
    const first = await world.call(lab, placeVial, { body });
    expect(await world.call(lab, placeVial, { body })).toEqual(first);
    const used = { status: 409, reason: 'scan_id_used' };
    expect(await world.refusalOf(lab, placeVial, { body: { ...body, vial_code: codes[1] } })).toEqual(used);
    const { box_code: _, ...take } = body;
    expect(await world.refusalOf(lab, takeVial, { body: take })).toEqual(used);
    expect((await world.call(lab, readPlace, { params: { id: box.id } })).filled).toBe(1);
  });

  test('a scan that is retried with its id in capitals counts once, also at the same moment, and can be undone', async () => {
    const { codes } = await patientWithVials(world, admin, 1);
    const { box } = await newStorage(world, lab);
    const body = { ...newScan(), vial_code: codes[0], box_code: box.code };
    const retry = { ...body, scan_id: body.scan_id.toUpperCase() };
    const answers = await Promise.all(
      [retry, body, retry, body, retry, body].map((again) => world.send(lab, placeVial, { body: again })),
    );
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(answers.map(() => 200));
    expect(new Set(answers.map((answer) => answer.body)).size).toBe(1);
    expect(await world.sql('select 1 from moves where action_id = $1', [body.scan_id])).toHaveLength(1);
    const undoing = { ...newScan(), undoes: retry.scan_id };
    expect(await world.call(lab, undoScan, { body: undoing })).toMatchObject({ undone: body.scan_id });
    expect(await cellsOf(box.id)).toEqual([]);
  });

  test('one of two tablets that scan into the same position at once gets it', async () => {
    const { codes } = await patientWithVials(world, admin, 2);
    const { box } = await newStorage(world, lab);
    const tablets = [lab, await world.as('lab')];
    const answers = await Promise.all(
      tablets.map((tablet, at) => send({ vial_code: codes[at], box_code: box.code, position: 3 }, tablet)),
    );
    expect(answers.map(({ statusCode }) => statusCode).toSorted((one, other) => one - other)).toEqual([200, 409]);
    expect(answers.map((answer) => answer.json().reason)).toContain('position_taken');
    expect((await cellsOf(box.id)).map(([label]) => label)).toEqual(['A3']);
    expect(await faults()).toEqual([]);
  });

  test('a vial that two tablets place at once is in one position, that of the last scan', async () => {
    const { codes } = await patientWithVials(world, admin, 1);
    const { add, rack, box } = await newStorage(world, lab);
    const other = await add({ kind: 'box', parent_id: rack.id, rows: 2, columns: 2 });
    const answers = await Promise.all(
      [box, other, box, other].map(({ code }) => send({ vial_code: codes[0], box_code: code })),
    );
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200]);
    expect([...(await cellsOf(box.id)), ...(await cellsOf(other.id))]).toHaveLength(1);
    expect(await faults()).toEqual([]);
  });

  test('50 scanners fill one box of 81 positions: 81 vials are placed and none twice', {
    timeout: 120_000,
  }, async () => {
    const patients = await Promise.all([34, 33, 33].map((vials) => patientWithVials(world, admin, vials)));
    const { box } = await newStorage(world, lab, { rows: 9, columns: 9 });
    const waiting = patients.flatMap(({ codes }) => codes);
    expect(waiting).toHaveLength(100);
    const outcomes: [number, string | undefined][] = [];
    await Promise.all(
      Array.from({ length: 50 }, async () => {
        for (let code = waiting.pop(); code !== undefined; code = waiting.pop()) {
          const answer = await send({ vial_code: code, box_code: box.code });
          outcomes.push([answer.statusCode, answer.json().reason ?? answer.json().label]);
        }
      }),
    );
    const placed = outcomes.filter(([status]) => status === 200).map(([, label]) => label);
    const full = outcomes.filter(([status, reason]) => status === 409 && reason === 'box_full');
    const [kept] = await world.sql<{ vials: number; positions: number; filled: number }>(
      `select count(*)::integer as vials, count(distinct vials.position)::integer as positions, max(places.filled) as filled
       from vials join places on places.id = vials.box_id where box_id = $1`,
      [box.id],
    );
    const doubles = placed.length - new Set(placed).size;
    process.stdout.write(
      `50 scanners, 100 vials, 81 positions: ${placed.length} placed, ${full.length} refused as full, ${doubles} doubles; rows: ${kept?.vials} vials in ${kept?.positions} positions, filled ${kept?.filled}\n`,
    );
    expect([placed.length, full.length, doubles]).toEqual([81, 19, 0]);
    expect(kept).toEqual({ vials: 81, positions: 81, filled: 81 });
    expect(await faults()).toEqual([]);
  });
});

describe('Whose vials they are', () => {
  test('a vial or a box of another lab or site is answered like none', async () => {
    const { codes } = await patientWithVials(world, admin, 1);
    const { box } = await newStorage(world, lab);
    const other = await otherLabWithBench(world);
    const theirs = await newStorage(world, other);
    const none = visible(await send({ vial_code: newCode(), box_code: theirs.box.code }, other));
    expect(none.status).toBe(404);
    expect(visible(await send({ vial_code: codes[0], box_code: theirs.box.code }, other))).toEqual(none);
    expect(visible(await send({ vial_code: codes[0], box_code: theirs.box.code }))).toEqual(none);
    expect(visible(await send({ vial_code: codes[0], box_code: box.code }, other))).toEqual(none);
    expect(await world.refusalOf(other, takeVial, { body: { ...newScan(), vial_code: codes[0] } })).toMatchObject({
      status: 404,
    });
    const ofAdmin = { vial_code: codes[0], box_code: box.code };
    expect((await send(ofAdmin, admin)).json().reason).toBe('lab_required');
    expect((await send({ ...ofAdmin, lab_id: other.user.id }, admin)).statusCode).toBe(404);
    expect((await send({ ...ofAdmin, lab_id: lab.user.id }, admin)).statusCode).toBe(200);
  });

  test('a vial of a patient who went to another lab is placed there, without the name of the box it left', async () => {
    const { id, codes } = await patientWithVials(world, admin, 1);
    const { box } = await newStorage(world, lab);
    await scans().place(String(codes[0]), box.code);
    const other = await otherLabWithBench(world);
    const theirs = await newStorage(world, other);
    await world.sql('update relations set ended_at = now() where subject_id = $1 and kind = $2', [id, 'lab']);
    await world.sql("insert into relations (domain_id, subject_id, kind, object_id) values (1, $1, 'lab', $2)", [
      id,
      other.user.id,
    ]);
    expect(await world.refusalOf(other, takeVial, { body: { ...newScan(), vial_code: codes[0] } })).toMatchObject({
      reason: 'not_placed',
    });
    expect((await scansOf(world, other).place(String(codes[0]), theirs.box.code)).moved_from).toBeNull();
    expect((await world.call(lab, readPlace, { params: { id: box.id } })).filled).toBe(0);
    expect(await faults()).toEqual([]);
  });

  test('a lab with operators places only in a shift, and the move has the operator and the scan', async () => {
    const { codes } = await patientWithVials(world, admin, 1);
    const { box } = await newStorage(world, lab);
    const { id } = await newOperator(world, lab);
    try {
      const body = { ...newScan(), vial_code: codes[0], box_code: box.code };
      expect(await world.refusalOf(await world.as('lab'), placeVial, { body })).toMatchObject({
        status: 409,
        reason: 'operator_required',
      });
      await world.call(lab, placeVial, { body });
      expect(await world.sql('select operator_id, action_id from moves where action_id = $1', [body.scan_id])).toEqual([
        { operator_id: id, action_id: body.scan_id },
      ]);
    } finally {
      await world.sql('update lab_operators set ended_at = now() where id = $1', [id]);
    }
  });
});
