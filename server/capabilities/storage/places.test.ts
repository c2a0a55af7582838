import { changePlace, createPlace, listPlaces, readPlace } from '@vialkeep/contract/places.ts';
import { beginStockCount } from '@vialkeep/contract/stock-counts.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newCode } from '../../testing/bench/fill-bench.ts';
import { newOperator, openBench } from '../../testing/bench/lab-world.ts';
import { newStorage, otherLabWithBench, patientWithVials, scansOf } from '../../testing/bench/storage-world.ts';
import { visible } from '../../testing/same-answer.ts';
import { type Caller, newWorld, type World } from '../../testing/world.ts';
import { verifyPlaces } from '../vials/index.ts';

let world: World;
let admin: Caller;
let lab: Caller & { user: { id: number } };
beforeAll(async () => {
  world = await newWorld({ DATABASE_POOL: '16' });
  ({ admin, lab } = await openBench(world));
});
afterAll(() => world.close());

const move = (id: number, body: object) => world.send(lab, changePlace, { params: { id }, body });
const read = (id: number, caller: Caller = lab) => world.call(caller, readPlace, { params: { id } });
const faults = () => verifyPlaces(world.app.services.store.read('platform'));

describe('Places of a lab', () => {
  test('a box stands in its rack, freezer and facility, has a code and shows its positions', async () => {
    const { facility, freezer, rack, box } = await newStorage(world, lab);
    expect(box.code).toMatch(/^[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]$/);
    expect(box.path.map(({ id, kind }) => [id, kind])).toEqual([
      [facility.id, 'facility'],
      [freezer.id, 'freezer'],
      [rack.id, 'rack'],
    ]);
    expect(box.cells?.map(({ label }) => label)).toEqual(['A1', 'A2', 'A3', 'B1', 'B2', 'B3']);
    expect(box.cells?.[4]).toEqual({ position: 5, label: 'B2', code: null, held: false, reserved: false });
    expect([box.filled, box.capacity]).toEqual([0, 6]);
    expect((await read(facility.id)).capacity).toBe(6);
    expect(facility).not.toHaveProperty('cells');
  });

  test('a list has the places inside one, of one kind or with one code, in the order of their numbers', async () => {
    const { add, rack, box } = await newStorage(world, lab);
    for (const name of ['Box 10', 'box 2', 'Box 1'])
      await add({ kind: 'box', parent_id: rack.id, rows: 1, columns: 1, name });
    const inside = await world.call(lab, listPlaces, { query: { parent_id: rack.id } });
    expect(inside.count).toBe(4);
    expect(inside.results.map(({ name }) => name).filter((name) => /box/i.test(name))).toEqual([
      'Box 1',
      'box 2',
      'Box 10',
    ]);
    const typed = `b${box.code.toLowerCase()}`;
    expect((await world.call(lab, listPlaces, { query: { code: typed } })).results.map(({ id }) => id)).toEqual([
      box.id,
    ]);
    const page = await world.call(lab, listPlaces, { query: { kind: 'box', limit: 2, offset: 1 } });
    expect([page.results.length, page.count >= 4]).toEqual([2, true]);
  });

  test.each([
    ['a box without a size', { kind: 'box', rows: 9 }, 'columns', 'A box has rows and columns.'],
    ['a rack with rows', { kind: 'rack', rows: 2 }, 'rows', 'Only a box has rows and columns.'],
    ['a box of 17 rows', { kind: 'box', rows: 17, columns: 1 }, 'rows', 'At most 16.'],
    ['a place without a name', { kind: 'facility', name: ' ' }, 'name', 'Name is required.'],
    ['a place of another kind', { kind: 'drawer' }, 'kind', 'Choose a kind.'],
  ])('%s is refused with 400 at its field', async (_, body, field, message) => {
    const { rack } = await newStorage(world, lab);
    const refused = await world.send(lab, createPlace, { body: { name: 'A', parent_id: rack.id, ...body } });
    expect([refused.statusCode, refused.json().fields[field]]).toEqual([400, message]);
  });

  test('a place stands only in one of an earlier kind', async () => {
    const { add, box, rack, facility } = await newStorage(world, lab);
    const wrong = async (body: object) => {
      const { statusCode, ...answer } = await world.send(lab, createPlace, { body: { name: newCode(), ...body } });
      return [statusCode, answer.json().reason, Object.keys(answer.json().fields ?? {})];
    };
    const refused = [409, 'wrong_parent', ['parent_id']];
    expect(await wrong({ kind: 'rack', parent_id: rack.id })).toEqual(refused);
    expect(await wrong({ kind: 'freezer', parent_id: box.id })).toEqual(refused);
    expect(await wrong({ kind: 'rack' })).toEqual(refused);
    expect(await wrong({ kind: 'facility', parent_id: facility.id })).toEqual(refused);
    expect((await add({ kind: 'box', parent_id: facility.id, rows: 1, columns: 1 })).path).toHaveLength(1);
  });

  test('two places inside one cannot have one name, and hostile names are kept as they are', async () => {
    const { rack } = await newStorage(world, lab);
    const name = `=cmd|' /C calc'!A0 ^XZ <b>${newCode()}</b>`;
    const body = { kind: 'box', parent_id: rack.id, rows: 1, columns: 1, name };
    expect((await world.call(lab, createPlace, { body })).name).toBe(name);
    const again = await world.send(lab, createPlace, { body: { ...body, name: name.toUpperCase() } });
    expect([again.statusCode, again.json().reason, again.json().fields]).toEqual([
      409,
      'name_taken',
      { name: 'There is a place with this name already.' },
    ]);
    const control = await world.send(lab, createPlace, { body: { ...body, name: 'A\u0000B' } });
    expect([control.statusCode, Object.keys(control.json().fields)]).toEqual([400, ['name']]);
  });
});

describe('Changes of places', () => {
  test('a rack moves with its vials: one row of moves, and the sums of both freezers follow', async () => {
    const { codes } = await patientWithVials(world, admin, 2);
    const from = await newStorage(world, lab);
    const to = await newStorage(world, lab);
    for (const code of codes) await scansOf(world, lab).place(code, from.box.code);
    expect((await read(from.freezer.id)).filled).toBe(2);
    const moved = await move(from.rack.id, { parent_id: to.freezer.id });
    expect(moved.json()).toMatchObject({ parent_id: to.freezer.id, filled: 2 });
    const filled = await Promise.all(
      [from.freezer, to.freezer, to.facility].map(async ({ id }) => (await read(id)).filled),
    );
    expect(filled).toEqual([0, 2, 2]);
    const rows = await world.sql('select from_parent, to_parent, vial_id, operator_id from moves where place_id = $1', [
      from.rack.id,
    ]);
    expect(rows).toEqual([
      { from_parent: from.freezer.id, to_parent: to.freezer.id, vial_id: null, operator_id: null },
    ]);
    expect(await faults()).toEqual([]);
  });

  test('a place is renamed, and moves only into a place of this lab where it can stand', async () => {
    const { box, rack, facility } = await newStorage(world, lab);
    const name = newCode();
    expect((await move(box.id, { name })).json().name).toBe(name);
    expect((await move(rack.id, { parent_id: box.id })).json().reason).toBe('wrong_parent');
    expect((await move(rack.id, { parent_id: rack.id })).json().reason).toBe('wrong_parent');
    expect((await move(facility.id, { parent_id: rack.id })).json().reason).toBe('wrong_parent');
    expect((await move(rack.id, { parent_id: 999_999 })).statusCode).toBe(404);
    expect((await move(rack.id, {})).json().fields).toEqual({ name: 'Say what changes.' });
    const [row] = await world.sql<{ changes: object }>(
      "select facts -> 'changes' as changes from audit_log where action = 'bench.change_place' order by position desc limit 1",
    );
    expect(row?.changes).toEqual({ name: { before: box.name, after: name } });
  });

  test('a place retires only when it is empty and not being counted, and stays retired', async () => {
    const { codes } = await patientWithVials(world, admin, 1);
    const { box, rack } = await newStorage(world, lab);
    await scansOf(world, lab).place(String(codes[0]), box.code);
    const full = await move(box.id, { retired: true });
    expect([full.statusCode, full.json().reason]).toEqual([409, 'not_empty']);
    expect((await move(rack.id, { retired: true })).json().reason).toBe('not_empty');
    await scansOf(world, lab).take(String(codes[0]));
    await world.call(lab, beginStockCount, { body: { box_code: box.code } });
    expect((await move(box.id, { retired: true })).json().reason).toBe('count_open');
    await world.sql('update stock_counts set closed_at = now() where box_id = $1', [box.id]);
    expect((await move(box.id, { retired: true })).json().retired_at).toMatch(/^\d{4}-/);
    expect((await move(box.id, { name: 'Again' })).json().reason).toBe('place_retired');
    expect((await world.call(lab, listPlaces, { query: { parent_id: rack.id } })).count).toBe(0);
    expect((await move(rack.id, { retired: true })).statusCode).toBe(200);
    expect(await faults()).toEqual([]);
  });

  test('10 tablets that move racks between two freezers at once keep the sums', async () => {
    const { codes } = await patientWithVials(world, admin, 4);
    const one = await newStorage(world, lab);
    const other = await newStorage(world, lab);
    for (const code of codes) await scansOf(world, lab).place(code, one.box.code);
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, at) =>
        move(at % 2 === 0 ? one.rack.id : other.rack.id, { parent_id: at % 4 < 2 ? other.freezer.id : one.freezer.id }),
      ),
    );
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array.from({ length: 10 }, () => 200));
    expect(await faults()).toEqual([]);
  });
});

describe('Whose places they are', () => {
  test('the places of another lab and of another site are answered like none', async () => {
    const { box, rack } = await newStorage(world, lab);
    const other = await otherLabWithBench(world);
    const north = await world.as('admin@north.test', 'north.localhost');
    for (const caller of [other, north]) {
      const none = visible(await world.send(caller, readPlace, { params: { id: 999_999 } }));
      expect(none.status).toBe(404);
      expect(visible(await world.send(caller, readPlace, { params: { id: box.id } }))).toEqual(none);
      const body = { name: 'Mine' };
      expect(await world.refusalOf(caller, changePlace, { params: { id: box.id }, body })).toMatchObject({
        status: 404,
      });
    }
    const own = await newStorage(world, await otherLabWithBench(world));
    const into = { kind: 'box', parent_id: rack.id, rows: 1, columns: 1, name: newCode() };
    expect(await world.refusalOf(other, createPlace, { body: into })).toMatchObject({ status: 404 });
    const moved = { params: { id: own.rack.id }, body: { parent_id: rack.id } };
    expect(await world.refusalOf(other, changePlace, moved)).toMatchObject({ status: 404 });
  });

  test('an administrator names the lab, and a bench that is off is refused with 409', async () => {
    expect(await world.refusalOf(admin, listPlaces)).toMatchObject({ status: 400, reason: 'lab_required' });
    const { box } = await newStorage(world, lab);
    expect((await read(box.id, admin)).lab_id).toBe(lab.user.id);
    await world.sql('update lab_settings set bench_on = false where lab_id = $1', [lab.user.id]);
    try {
      expect(await world.refusalOf(lab, listPlaces)).toMatchObject({ status: 409, reason: 'bench_off' });
      expect(await world.refusalOf(lab, readPlace, { params: { id: box.id } })).toMatchObject({ reason: 'bench_off' });
    } finally {
      await world.sql('update lab_settings set bench_on = true where lab_id = $1', [lab.user.id]);
    }
  });

  test('a lab with operators changes places only in a shift, and the move names the operator', async () => {
    const one = await newStorage(world, lab);
    const other = await newStorage(world, lab);
    const tablet = await world.as('lab');
    const { id } = await newOperator(world, lab);
    try {
      const body = { parent_id: other.freezer.id };
      expect(await world.refusalOf(tablet, changePlace, { params: { id: one.rack.id }, body })).toMatchObject({
        status: 409,
        reason: 'operator_required',
      });
      expect((await move(one.rack.id, body)).statusCode).toBe(200);
      expect(await world.sql('select operator_id from moves where place_id = $1', [one.rack.id])).toEqual([
        { operator_id: id },
      ]);
    } finally {
      await world.sql('update lab_operators set ended_at = now() where id = $1', [id]);
    }
  });
});
