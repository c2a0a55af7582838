import { readPlace } from '@vialkeep/contract/places.ts';
import {
  beginStockCount,
  closeStockCount,
  listStockCounts,
  readStockCount,
  scanIntoCount,
} from '@vialkeep/contract/stock-counts.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openBench } from '../../testing/bench/lab-world.ts';
import { newScan, newStorage, patientWithVials, scansOf } from '../../testing/bench/storage-world.ts';
import { type Caller, newWorld, type World } from '../../testing/world.ts';
import { verifyCustody } from '../custody/index.ts';
import { verifyPlaces, verifyVials } from '../vials/index.ts';

let world: World;
let admin: Caller;
let lab: Caller & { user: { id: number } };
beforeAll(async () => {
  world = await newWorld({ DATABASE_POOL: '16' });
  ({ admin, lab } = await openBench(world));
});
afterAll(() => world.close());

const begin = (box_code: string) => world.call(lab, beginStockCount, { body: { box_code } });
const scan = (id: number, text: string, position?: number) =>
  world.call(lab, scanIntoCount, { params: { id }, body: { ...newScan(), text, position } });
const close = (id: number, resolutions: object[]) =>
  world.send(lab, closeStockCount, { params: { id }, body: { resolutions } });
const read = (id: number) => world.call(lab, readStockCount, { params: { id } });
const cellsOf = async (id: number) =>
  Object.fromEntries(
    ((await world.call(lab, readPlace, { params: { id } })).cells ?? []).flatMap(({ label, code }) =>
      code === null ? [] : [[label, code]],
    ),
  );
const db = () => world.app.services.store.read('platform');
const faults = async () => [
  ...(await verifyCustody(db())),
  ...(await verifyVials(db())),
  ...(await verifyPlaces(db())),
];

/** A box with so many vials in it, from A1 on, and one vial that is in none. */
async function filledBox(vials: number) {
  const { codes } = await patientWithVials(world, admin, vials + 1);
  const storage = await newStorage(world, lab);
  const inside = codes.slice(0, vials).map(String);
  for (const code of inside) await scansOf(world, lab).place(code, storage.box.code);
  return { ...storage, inside, loose: String(codes[vials]) };
}

describe('Stock counts', () => {
  test('F166 a count in which every vial is where it should be closes without a decision', async () => {
    const { box, inside } = await filledBox(3);
    const { id } = await begin(box.code);
    await scan(id, String(inside[0]), 1);
    await scan(id, `V${String(inside[1]).replaceAll('-', '')}`);
    const last = await scan(id, String(inside[2]), 3);
    expect(last).toMatchObject({ scanned: 3, expected: 3, line: { finding: 'right', label: 'A3' } });
    const closed = (await close(id, [])).json();
    expect(closed).toMatchObject({ scanned: 3, expected: 3, closed_at: expect.stringMatching(/^\d{4}-/) });
    expect(closed).toMatchObject({ lines: [{ finding: 'right' }, { finding: 'right' }, { finding: 'right' }] });
  });

  test('each difference is named, with where the vial is by the records', async () => {
    const { box, inside, loose } = await filledBox(3);
    const other = await filledBox(1);
    const { id } = await begin(box.code);
    const findings = [
      await scan(id, String(inside[0]), 2),
      await scan(id, loose),
      await scan(id, String(other.inside[0])),
      await scan(id, '=HYPERLINK("http://x")^XZ\u0007'),
    ].map(({ line }) => [line.finding, line.recorded]);
    expect(findings).toEqual([
      ['wrong_position', `${box.name}, A1`],
      ['unplaced', 'Without a position'],
      ['elsewhere', `${other.box.name}, A1`],
      ['unknown', 'Not known here'],
    ]);
    const { lines, expected, scanned } = await read(id);
    expect([scanned, expected]).toEqual([4, 3]);
    expect(lines.filter(({ finding }) => finding === 'missing').map(({ code, label }) => [code, label])).toEqual(
      [
        [inside[1], 'A2'],
        [inside[2], 'A3'],
      ].toSorted(([one], [two]) => (String(one) < String(two) ? -1 : 1)),
    );
    expect(lines.find(({ finding }) => finding === 'unknown')?.code).toBe('=HYPERLINK("http://x")^XZ');
  });

  test('a count closes only when every difference has a decision that fits it', async () => {
    const { box, inside, loose } = await filledBox(2);
    const { id } = await begin(box.code);
    await scan(id, String(inside[0]));
    await scan(id, loose);
    const open = await close(id, [{ code: loose, as: 'leave', note: 'Counted twice' }]);
    expect([open.statusCode, open.json().reason, open.json().fields]).toEqual([
      409,
      'unresolved',
      { resolutions: `Say what becomes of ${inside[1]}.` },
    ]);
    const missing = { code: inside[1], as: 'mark_missing' };
    const wrong = await close(id, [missing, { code: loose, as: 'mark_missing' }]);
    expect([wrong.statusCode, wrong.json().reason]).toEqual([400, 'wrong_resolution']);
    const stray = await close(id, [missing, { code: loose, as: 'move_here' }, { code: 'A', as: 'leave', note: 'x' }]);
    expect([stray.statusCode, stray.json().message]).toEqual([400, 'A is not in this count.']);
    const silent = await close(id, [missing, { code: loose, as: 'leave' }]);
    expect([silent.statusCode, silent.json().fields]).toEqual([400, { 'resolutions.1.note': 'Say why it is left.' }]);
    expect((await read(id)).closed_at).toBeNull();
    expect(await faults()).toEqual([]);
  });

  test('decisions move vials here, mark them missing or leave them, and the chains follow', async () => {
    const { box, inside, loose } = await filledBox(3);
    const other = await filledBox(1);
    const [one, two, three] = inside.map(String);
    const { id } = await begin(box.code);
    // The first two are swapped.
    await scan(id, String(one), 2);
    await scan(id, String(two), 1);
    await scan(id, loose, 6);
    await scan(id, String(other.inside[0]));
    await scan(id, 'A tube without a label');
    const closed = await close(id, [
      { code: one, as: 'move_here' },
      { code: two, as: 'move_here', note: 'Swapped' },
      { code: three, as: 'mark_missing' },
      { code: loose, as: 'move_here' },
      { code: other.inside[0], as: 'move_here' },
      { code: 'A tube without a label', as: 'leave', note: 'Asked the lab' },
    ]);
    expect(closed.statusCode).toBe(200);
    expect(await cellsOf(box.id)).toEqual({ A1: two, A2: one, A3: other.inside[0], B3: loose });
    expect(await world.sql('select hold_reason, box_id from vials where code = $1', [three])).toEqual([
      { hold_reason: 'missing', box_id: null },
    ]);
    const kept = await read(id);
    expect(kept.lines.map(({ code, resolution, note }) => [code, resolution, note])).toContainEqual([
      two,
      'move_here',
      'Swapped',
    ]);
    expect(kept.lines.find(({ code }) => code === three)).toMatchObject({ finding: 'missing', recorded: null });
    expect(await faults()).toEqual([]);
  });

  test('a vial that should move into a position of another one is refused, and nothing is changed', async () => {
    const { box, inside, loose } = await filledBox(2);
    const { id } = await begin(box.code);
    for (const code of inside) await scan(id, code);
    await scan(id, loose, 2);
    const refused = await close(id, [{ code: loose, as: 'move_here' }]);
    expect([refused.statusCode, refused.json().reason]).toEqual([409, 'position_taken']);
    expect(await cellsOf(box.id)).toEqual({ A1: inside[0], A2: inside[1] });
    expect((await read(id)).closed_at).toBeNull();
  });
});

describe('One count of a box', () => {
  test('one of 5 tablets that begin a count of the same box at once begins it', async () => {
    const { box, rack } = await filledBox(1);
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => world.send(lab, beginStockCount, { body: { box_code: box.code } })),
    );
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    const refused = answers.filter(({ statusCode }) => statusCode === 409).map((answer) => answer.json());
    expect(refused.map(({ reason }) => reason)).toEqual(Array.from({ length: 4 }, () => 'count_open'));
    expect(refused[0].fields).toEqual({ box_code: 'This box is being counted already.' });
    const notBox = await world.send(lab, beginStockCount, { body: { box_code: rack.code } });
    expect([notBox.statusCode, notBox.json().reason]).toEqual([400, 'not_a_box']);
  });

  test('the same scan counts once, and with another code or for another count it is refused', async () => {
    const { box, inside } = await filledBox(2);
    const other = await filledBox(1);
    const { id } = await begin(box.code);
    const second = await begin(other.box.code);
    const body = { ...newScan(), text: inside[0] };
    const first = await world.call(lab, scanIntoCount, { params: { id }, body });
    expect(await world.call(lab, scanIntoCount, { params: { id }, body })).toEqual(first);
    const used = { status: 409, reason: 'scan_id_used' };
    expect(await world.refusalOf(lab, scanIntoCount, { params: { id }, body: { ...body, text: inside[1] } })).toEqual(
      used,
    );
    expect(await world.refusalOf(lab, scanIntoCount, { params: { id: second.id }, body })).toEqual(used);
  });

  test('20 tablets that scan into one count at once write down 20 codes, and a closed count takes no more', async () => {
    const { box } = await filledBox(0);
    const { codes } = await patientWithVials(world, admin, 20);
    const { id } = await begin(box.code);
    await Promise.all(codes.map((code) => scan(id, code)));
    expect((await read(id)).scanned).toBe(20);
    const decisions = codes.map((code) => ({ code, as: 'leave', note: 'Another box' }));
    const closings = await Promise.all([close(id, decisions), close(id, decisions)]);
    expect(closings.map(({ statusCode }) => statusCode).toSorted((one, two) => one - two)).toEqual([200, 409]);
    const late = await world.send(lab, scanIntoCount, { params: { id }, body: { ...newScan(), text: codes[0] } });
    expect([late.statusCode, late.json().reason]).toEqual([409, 'count_closed']);
  });

  test('a vial that another tablet puts into the box before the count closes leaves the count open', async () => {
    const { box, inside, loose } = await filledBox(1);
    const { id } = await begin(box.code);
    await scan(id, String(inside[0]));
    await scansOf(world, lab).place(loose, box.code);
    const refused = await close(id, []);
    expect([refused.statusCode, refused.json().reason]).toEqual([409, 'unresolved']);
  });

  test.each([
    ['an empty text', { text: '\u0001 ' }, 'text'],
    ['a position that the box does not have', { text: 'x', position: 7 }, 'position'],
    ['a text of 257 characters', { text: 'x'.repeat(257) }, 'text'],
  ])('%s is refused with 400 at its field', async (_, body, field) => {
    const { box } = await filledBox(0);
    const { id } = await begin(box.code);
    const refused = await world.send(lab, scanIntoCount, { params: { id }, body: { ...newScan(), ...body } });
    expect([refused.statusCode, Object.keys(refused.json().fields)]).toEqual([400, [field]]);
  });
});

describe('Whose counts they are', () => {
  test('a list has the counts of the lab, the newest first, and those of another lab do not exist', async () => {
    const { box } = await filledBox(1);
    const { id } = await begin(box.code);
    const { results, count } = await world.call(lab, listStockCounts, { query: { limit: 2 } });
    expect(results[0]).toMatchObject({ id, box: { code: box.code }, scanned: 0, closed_at: null });
    expect(count).toBeGreaterThan(1);
    expect((await world.call(admin, listStockCounts, { query: { lab_id: lab.user.id } })).count).toBe(count);
    for (const caller of [await world.as('lab2'), await world.as('admin@north.test', 'north.localhost')]) {
      const input = { params: { id } };
      expect(await world.refusalOf(caller, readStockCount, input)).toMatchObject({ status: 404 });
      const body = { ...newScan(), text: 'x' };
      expect(await world.refusalOf(caller, scanIntoCount, { ...input, body })).toMatchObject({ status: 404 });
      expect(await world.refusalOf(caller, closeStockCount, { ...input, body: { resolutions: [] } })).toMatchObject({
        status: 404,
      });
    }
  });

  test('the code of another lab’s vial is counted as unknown', async () => {
    const { box } = await filledBox(0);
    const { id } = await begin(box.code);
    const [theirs] = await world.sql<{ code: string }>(
      "select vials.code from vials join users on users.id = vials.lab_id where users.email = 'lab2@vialkeep.test' limit 1",
    );
    expect((await scan(id, String(theirs?.code))).line).toMatchObject({
      finding: 'unknown',
      recorded: 'Not known here',
    });
  });
});
