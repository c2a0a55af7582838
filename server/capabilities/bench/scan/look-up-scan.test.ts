import { lookUpScan, UNKNOWN_CODE } from '@vialkeep/contract/bench.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { audit } from '../../../kernel/audit/audit.ts';
import { actorlessContext } from '../../../kernel/session/actor.ts';
import { type BenchRows, fillBench, newCode } from '../../../testing/bench/fill-bench.ts';
import { newOperator, openBench } from '../../../testing/bench/lab-world.ts';
import { type Caller, newWorld, type World } from '../../../testing/world.ts';
import { readBenchSettings } from '../../lab-policy/index.ts';
import { findKit } from './find-intake.ts';

let world: World;
let admin: Caller;
let here: BenchRows;
let codes: Record<string, string>;
beforeAll(async () => {
  world = await newWorld();
  admin = await world.as('admin');
  here = await fillBench(world);
  codes = await codesOf(here);
});
afterAll(() => world.close());

/** The code of one thing of each kind, with the letter of its kind. */
async function codesOf(bench: BenchRows): Promise<Record<string, string>> {
  const [row] = await world.sql<Record<string, string>>(
    `select 'V' || (select code from vials where id = $2) as vial,
       'K' || (select code from kits where id = $3) as kit,
       'B' || (select code from places where id = $4) as place,
       'T' || (select code from batches where lab_id = $1) as batch,
       'R' || (select code from vial_orders where lab_id = $1) as order,
       'P' || (select code from lab_operators where lab_id = $1) as operator`,
    [bench.lab, bench.vial, bench.kit, bench.box],
  );
  if (!row) throw new Error('There are no codes.');
  return row;
}

const lookUp = (text: string, lab_id = here.lab) => world.call(admin, lookUpScan, { body: { lab_id, text } });

const UNKNOWN = { kind: 'unknown', id: null, code: '', title: UNKNOWN_CODE, lines: [], next: [] };

/** Looks a kit up in a session whose clock is so many hours before or after UTC. */
async function findKitAt(hours: number, code: string) {
  return world.app.services.store.write(1, actorlessContext('test'), async (work) => {
    await sql`set local time zone ${sql.lit(hours)}`.execute(work.db);
    await audit(work, { domainId: 1, action: 'bench.test', subject: 'kit', subjectId: code });
    const lab = { id: here.lab, domainId: 1 };
    return findKit(work.db, { lab, operator: null, settings: await readBenchSettings(work.db, lab.id) }, code);
  });
}

describe('A scan at the bench', () => {
  test('a lot is good until the end of its last day in UTC, in whatever time zone the session is', async () => {
    const [kit] = await world.sql<{ code: string; lot_id: number }>('select code, lot_id from kits where id = $1', [
      here.kit,
    ]);
    const stepsUntil = async (days: number, hours: number) => {
      await world.sql(`update lots set expires_on = (now() at time zone 'utc')::date + $2::int where id = $1`, [
        kit?.lot_id,
        days,
      ]);
      return (await findKitAt(hours, kit?.code ?? ''))?.shown.next;
    };
    for (const hours of [-12, 0, 14]) {
      expect([hours, await stepsUntil(0, hours)]).toEqual([hours, ['send_kit', 'void_kit', 'print_label']]);
      expect([hours, await stepsUntil(-1, hours)]).toEqual([hours, ['void_kit', 'print_label']]);
    }
    await world.sql('update lots set expires_on = null where id = $1', [kit?.lot_id]);
  });

  test('F161 a code of each kind is named with its record and the legal next steps', async () => {
    const { patient } = here;
    expect(await lookUp(codes.vial ?? '')).toMatchObject({
      kind: 'vial',
      id: here.vial,
      title: `Vial ${codes.vial?.slice(1)}`,
      lines: [`Patient ${patient}`, `Batch ${codes.batch?.replace('T', 'T-')}`, 'Released, free', 'No position'],
      next: ['place_vial', 'quarantine_vial', 'open_passport', 'print_label'],
    });
    expect(await lookUp(codes.kit ?? '')).toMatchObject({
      kind: 'kit',
      id: here.kit,
      lines: ['Kit, lot HK-1', 'In stock', `Patient ${patient}`],
      next: ['send_kit', 'void_kit', 'print_label'],
    });
    expect(await lookUp(codes.place ?? '')).toMatchObject({
      kind: 'place',
      id: here.box,
      title: 'box 1',
      lines: ['Box', 'facility 1 · freezer 1 · rack 1', '0 of 6 positions filled'],
      next: ['open_place', 'fill_box', 'count_box', 'print_label'],
    });
    expect(await lookUp(codes.batch ?? '')).toMatchObject({
      kind: 'batch',
      id: here.batch,
      next: ['open_batch', 'use_lot', 'record_qc', 'add_vials', 'close_batch', 'print_label'],
    });
    expect(await lookUp(codes.order ?? '')).toMatchObject({
      kind: 'order',
      id: here.order,
      lines: [`Patient ${patient}`, '1 vial', 'Not paid yet'],
      next: ['open_order', 'print_label'],
    });
    expect(await lookUp(codes.operator ?? '')).toMatchObject({
      kind: 'operator',
      id: here.operator,
      title: 'Ann Bench',
      next: ['begin_shift', 'print_label'],
    });
  });

  test('a code is read in lower case, with hyphens and spaces, and with what a scanner adds', async () => {
    const vial = codes.vial ?? '';
    for (const text of [vial.toLowerCase(), ` ${vial.slice(1)} `, `]d1${vial.replaceAll('-', '')}\r`]) {
      expect(await lookUp(text)).toMatchObject({ kind: 'vial', id: here.vial });
    }
  });

  test('the next steps of a vial follow its hold, its position and its order', async () => {
    const next = async () => (await lookUp(codes.vial ?? '')).next;
    const hold = (reason: string | null) =>
      world.sql(
        'update vials set hold_reason = $2, held_at = case when $2::text is null then null else now() end where id = $1',
        [here.vial, reason],
      );
    await hold('awaiting_release');
    expect(await lookUp(codes.vial ?? '')).toMatchObject({
      lines: expect.arrayContaining(['In quarantine: awaiting release']),
      next: ['place_vial', 'release_vial', 'open_passport', 'print_label'],
    });
    await hold(null);
    await world.sql('update vials set box_id = $2, position = 5 where id = $1', [here.vial, here.box]);
    expect((await lookUp(codes.vial ?? '')).lines).toContain('facility 1 · freezer 1 · rack 1 · box 1, B2');
    expect(await next()).toContain('take_vial');
    await world.sql('update vials set box_id = null, position = null where id = $1', [here.vial]);
    await world.sql('update vials set order_id = $2, picked_at = now() where id = $1', [here.vial, here.order]);
    expect(await next()).toEqual(['pack_vial', 'quarantine_vial', 'open_order', 'open_passport', 'print_label']);
    await world.sql('update vials set order_id = null, picked_at = null where id = $1', [here.vial]);
  });

  test('a maker’s code names a lot of this lab, a kit by its serial number, or a lot to register', async () => {
    await world.sql("update lots set gtin = '09506000134352', expires_on = '2020-01-31' where lab_id = $1", [here.lab]);
    expect(await lookUp('(01)09506000134352(10)HK-1')).toMatchObject({
      kind: 'lot',
      title: 'Kit, lot HK-1',
      lines: ['Kits', 'Expired on 31 Jan 2020'],
      next: [],
    });
    await world.sql('update lots set expires_on = null where lab_id = $1', [here.lab]);
    await world.sql(
      "insert into kits (domain_id, lab_id, lot_id, code, serial) select domain_id, lab_id, id, $2, '77' from lots where lab_id = $1",
      [here.lab, newCode()],
    );
    expect(await lookUp('(01)09506000134352(10)HK-1(21)77')).toMatchObject({ kind: 'kit' });
    expect(await lookUp('(01)09506000134352(10)NEW-9(17)300131')).toMatchObject({
      kind: 'lot',
      id: null,
      title: 'Lot NEW-9',
      next: ['register_lot'],
    });
    expect(await lookUp('(01)09506000134353(10)HK-1')).toMatchObject({
      kind: 'unknown',
      lines: ['The check digit of this product number is wrong. Scan it again.'],
    });
  });

  test('a tracking number names the order or the tissue in the parcel, also inside the carrier’s barcode', async () => {
    await world.sql("update vial_orders set tracking_number = '7711 2233 4455' where id = $1", [here.order]);
    for (const text of ['771122334455', '7711 2233 4455', `${'9'.repeat(22)}771122334455`]) {
      expect(await lookUp(text)).toMatchObject({ kind: 'tracking', id: here.order });
    }
  });

  test('codes of another lab, of another site and of nothing get the same answer', async () => {
    const others = [await fillBench(world, 1), await fillBench(world, 2)];
    for (const other of others) {
      await world.sql("update vial_orders set tracking_number = '888877776666' where id = $1", [other.order]);
      for (const code of Object.values(await codesOf(other))) expect(await lookUp(code)).toEqual(UNKNOWN);
    }
    for (const letter of ['', 'V', 'K', 'B', 'T', 'R', 'P']) expect(await lookUp(letter + newCode())).toEqual(UNKNOWN);
    expect(await lookUp('888877776666')).toEqual(UNKNOWN);
  });

  test.each([
    '=HYPERLINK("http://x.test")',
    '^XA^XZ',
    "'; drop table vials; --",
    '\u0000\u001d\u001d',
    '🙂'.repeat(60),
    '%',
    '(01)',
    ']d2',
    '0'.repeat(256),
  ])('the hostile text %j is answered as unknown', async (text) => {
    expect(await lookUp(text)).toMatchObject({ kind: 'unknown', id: null, next: [] });
  });

  test('a text of 300 characters is refused at its field', async () => {
    const body = { lab_id: here.lab, text: 'x'.repeat(300) };
    expect(await world.wholeRefusalOf(admin, lookUpScan, { body })).toMatchObject({
      status: 400,
      fields: { text: 'At most 256 characters.' },
    });
  });

  test('a look needs no badge, but a bench that is on and the name of a lab', async () => {
    const { lab } = await openBench(world);
    const { code } = await newOperator(world, lab);
    const again = await world.as('lab');
    expect(await world.call(again, lookUpScan, { body: { text: `P${code}` } })).toMatchObject({
      next: ['begin_shift', 'print_label'],
    });
    expect(await world.call(lab, lookUpScan, { body: { text: `P${code}` } })).toMatchObject({
      next: ['end_shift', 'print_label'],
    });
    await world.sql('update lab_settings set bench_on = false where lab_id = $1', [lab.user.id]);
    expect(await world.wholeRefusalOf(lab, lookUpScan, { body: { text: code } })).toMatchObject({
      reason: 'bench_off',
    });
    expect(await world.wholeRefusalOf(admin, lookUpScan, { body: { text: code } })).toMatchObject({
      reason: 'lab_required',
    });
  });
});
