import { lookUpScan, readVialPassport } from '@vialkeep/contract/bench.ts';
import { openDeviation, readDeviation } from '@vialkeep/contract/deviations.ts';
import type { Route } from '@vialkeep/contract/kernel/route.ts';
import { placeVial, takeVial } from '@vialkeep/contract/places.ts';
import { listCandidates, quarantineVials } from '@vialkeep/contract/release.ts';
import { beginStockCount, scanIntoCount } from '@vialkeep/contract/stock-counts.ts';
import { addVialEntry, listVials } from '@vialkeep/contract/vials.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openOrders, saidBy } from '../../../testing/bench/orders-world.ts';
import { openRelease, type ReleaseWorld } from '../../../testing/bench/release-world.ts';
import { newScan, newStorage, otherLabWithBench } from '../../../testing/bench/storage-world.ts';
import { type Caller, newWorld, type World } from '../../../testing/world.ts';

let world: World;
let bench: ReleaseWorld;
let otherLab: Caller;
let named = 0;
beforeAll(async () => {
  world = await newWorld();
  bench = await openRelease(world);
  otherLab = await otherLabWithBench(world);
});
afterAll(() => world.close());

/** Prints a code of another system on a vial; returns it as it stands in the tables. */
async function printOn(code: string | undefined, alias?: string, where = world): Promise<string> {
  named += 1;
  const oldCode = alias ?? `N-04/${named}`;
  await where.sql('insert into vial_aliases (domain_id, alias, vial_id) select 1, $1, id from vials where code = $2', [
    oldCode,
    code,
  ]);
  return oldCode;
}

async function requireDone(asked: ReturnType<ReleaseWorld['release']>): Promise<void> {
  const { statusCode, body } = await asked;
  if (statusCode !== 200) throw new Error(`${statusCode} ${body}`);
}

/** Vials of one batch, each with a code of another system, in quarantine unless they are released. */
async function oldVials({ vials = 2, isReleased = false } = {}) {
  const made = await bench.newVials({ vials });
  if (isReleased) await requireDone(bench.release(made.codes));
  const oldCodes = [];
  for (const code of made.codes) oldCodes.push(await printOn(code));
  const [code = '', otherCode = ''] = made.codes;
  const [old = '', otherOld = ''] = oldCodes;
  return { ...made, oldCodes, code, otherCode, old, otherOld };
}

/** Two vials of the lab that one text means: it is our code of the first and was printed on the second. */
async function twoMeant() {
  const { code, otherCode } = await oldVials({ isReleased: true });
  return { code, otherCode, text: await printOn(otherCode, code) };
}

const said = async (caller: Caller, route: Route, input: object) => {
  const answer = await world.send(caller, route, input);
  const { reason, fields } = answer.json<{ reason: string; fields?: Record<string, string> }>();
  return { status: answer.statusCode, reason, words: Object.values(fields ?? {})[0] };
};
const wordsOfTwo = (text: string, one: string, other: string) => ({
  status: 400,
  reason: 'invalid_input',
  words: `${text} is on two vials: ${[one, other].toSorted().join(' and ')}. Scan the new code of the one that is meant.`,
});
const wordsOfNone = (text: string) => ({
  status: 400,
  reason: 'invalid_input',
  words: `This is not a vial code. No vial here has ${text} printed on it.`,
});

describe('A code that another system printed on a vial', () => {
  test('the scan of anything finds the vial, in small letters and with spaces too', async () => {
    const { code, old } = await oldVials();
    for (const text of [old, ` ${old.toLowerCase().split('').join(' ')} `, `]d1${old}`]) {
      const thing = await world.call(bench.lab, lookUpScan, { body: { text } });
      expect(thing).toMatchObject({ kind: 'vial', code });
    }
  });

  test('it places a vial in a box and takes it out again', async () => {
    const { code, old } = await oldVials({ isReleased: true });
    const { box } = await newStorage(world, bench.lab);
    const placed = await world.call(bench.lab, placeVial, {
      body: { ...newScan(), vial_code: old, box_code: box.code },
    });
    expect(placed).toMatchObject({ vial_code: code, position: 1 });
    const taken = await world.call(bench.lab, takeVial, { body: { ...newScan(), vial_code: old } });
    expect(taken).toMatchObject({ vial_code: code });
  });

  test('a count counts the vial under our code, and an unknown text as it is', async () => {
    const { code, old } = await oldVials({ isReleased: true });
    const { box } = await newStorage(world, bench.lab);
    await world.call(bench.lab, placeVial, { body: { ...newScan(), vial_code: code, box_code: box.code } });
    const { id } = await world.call(bench.lab, beginStockCount, { body: { box_code: box.code } });
    const count = (text: string) =>
      world.call(bench.lab, scanIntoCount, { params: { id }, body: { ...newScan(), text } });
    expect((await count(old)).line).toMatchObject({ code, finding: 'right' });
    expect((await count('Nothing-7')).line).toMatchObject({ finding: 'unknown' });
    const { text, code: one, otherCode } = await twoMeant();
    const refused = await said(bench.lab, scanIntoCount, { params: { id }, body: { ...newScan(), text } });
    expect(refused).toEqual(wordsOfTwo(text, one, otherCode));
  });

  test('it is enough for release, quarantine, a recall and discarding, whose records have our codes', async () => {
    const { codes, code, old, oldCodes, batch } = await oldVials();
    const { results } = await world.call(bench.lab, listCandidates, { query: { vial: old } });
    expect(results).toMatchObject([{ batch_id: batch.id, vial_codes: codes }]);
    expect((await bench.release(oldCodes)).statusCode).toBe(200);
    const [signed] = await world.sql<{ facts: object }>(
      "select facts from audit_log where action = 'release.release' order by position desc limit 1",
    );
    expect(signed?.facts).toMatchObject({ codes });
    const held = await world.call(bench.lab, quarantineVials, { body: { vial_codes: [old], note: 'Odd colour' } });
    expect(held).toMatchObject({ vials: 1, quarantined: 1 });
    const { id } = await world.call(bench.lab, openDeviation, {
      body: { title: 'Odd colour', text: 'Seen', source: { vials: [old] } },
    });
    expect(await world.call(bench.lab, readDeviation, { params: { id } })).toMatchObject({
      source: { vials: [code] },
      trace: { counts: { vials: 1 } },
    });
    expect((await bench.discard([old], { basis: 'recall' })).statusCode).toBe(200);
    expect(await world.sql('select state from vials where code = $1', [code])).toEqual([{ state: 'discarded' }]);
  });

  test('an order is picked and packed by it, and another order’s vial is refused in words', async () => {
    const orders = await newWorld();
    try {
      const { newOrder, pick, pack } = await openOrders(orders);
      const [order, other] = [await newOrder(1), await newOrder(1)];
      const old = await printOn(order.codes[0], 'N-77', orders);
      const ofOther = await printOn(other.codes[0], 'N-78', orders);
      expect(saidBy(await pick(order.id, ofOther))).toMatchObject([409, 'wrong_vial', 'Another patient’s vial']);
      for (const step of [pick, pack]) {
        const answer = await step(order.id, old);
        expect([answer.statusCode, answer.json().vials?.[0]?.code]).toEqual([200, order.codes[0]]);
      }
    } finally {
      await orders.close();
    }
  });

  test('vials are shipped by it, and by two codes of one vial not twice', async () => {
    const { patient, code, otherCode, old, otherOld } = await oldVials({ isReleased: true });
    const entry = { type: 'shipped', date: '2026-06-01', quantity: 2, user: patient, tracking_id: 'TRK 78' };
    const ship = (vial_codes: readonly string[]) => ({ body: { ...entry, vial_codes } });
    expect(await said(bench.admin, addVialEntry, ship([code, old]))).toEqual({
      status: 400,
      reason: 'invalid_input',
      words: 'Choose as many vials as the quantity says.',
    });
    const shipped = await world.call(bench.admin, addVialEntry, ship([otherOld, old]));
    expect(shipped.data.codes.toSorted()).toEqual([code, otherCode].toSorted());
  });

  test('the patient’s vials and the passport show it', async () => {
    const { patient, codes, oldCodes, code, old } = await oldVials();
    const listed = await world.call(bench.admin, listVials, { params: { userId: patient } });
    expect(listed.map((vial) => [vial.code, vial.old_code])).toEqual(codes.map((one, n) => [one, oldCodes[n]]));
    const passport = await world.call(bench.lab, readVialPassport, { params: { code: old } });
    expect(passport).toMatchObject({ code, old_code: old });
  });
});

describe('A code that another system printed and that is not clear', () => {
  test('a text that means two vials of the lab is told in words at every scan', async () => {
    const { code, otherCode, text } = await twoMeant();
    const two = wordsOfTwo(text, code, otherCode);
    const { box } = await newStorage(world, bench.lab);
    const into = { ...newScan(), vial_code: text, box_code: box.code };
    expect(await said(bench.lab, placeVial, { body: into })).toEqual(two);
    expect(await said(bench.lab, takeVial, { body: { ...newScan(), vial_code: text } })).toEqual(two);
    expect(await said(bench.lab, quarantineVials, { body: { vial_codes: [text], note: 'Odd' } })).toEqual(two);
    expect(await said(bench.lab, listCandidates, { query: { vial: text } })).toEqual(two);
    const source = { title: 'Odd', text: 'Seen', source: { vials: [text] } };
    expect(await said(bench.lab, openDeviation, { body: source })).toEqual(two);
    expect(await world.call(bench.lab, lookUpScan, { body: { text } })).toMatchObject({
      kind: 'unknown',
      lines: [`It is on two things here: ${code} and ${otherCode}. Scan the new code.`],
      next: [],
    });
    const passport = await said(bench.lab, readVialPassport, { params: { code: text } });
    expect(passport).toMatchObject({ status: 400, reason: 'invalid_input' });
    expect(await world.sql('select count(*)::integer as placed from vials where box_id = $1', [box.id])).toEqual([
      { placed: 0 },
    ]);
  });

  test('another lab’s vial is told with the words of an unknown code', async () => {
    const { old, patient } = await oldVials({ isReleased: true });
    const { box } = await newStorage(world, otherLab);
    for (const vial_code of [old, 'OLD-NOT-THERE']) {
      const place = { ...newScan(), vial_code, box_code: box.code };
      expect(await said(otherLab, placeVial, { body: place })).toEqual(wordsOfNone(vial_code));
      const quarantine = { vial_codes: [vial_code], note: 'Odd' };
      expect(await said(otherLab, quarantineVials, { body: quarantine })).toEqual(wordsOfNone(vial_code));
      const thing = await world.call(otherLab, lookUpScan, { body: { text: vial_code } });
      expect(thing).toMatchObject({ kind: 'unknown', lines: [], next: [] });
      expect(await said(otherLab, readVialPassport, { params: { code: vial_code } })).toMatchObject({ status: 404 });
    }
    const other = await bench.newVials({ vials: 1 });
    const entry = { type: 'shipped', date: '2026-06-01', quantity: 1, user: other.patient, tracking_id: 'TRK 79' };
    expect(other.patient).not.toBe(patient);
    expect((await bench.release(other.codes)).statusCode).toBe(200);
    const shipped = await said(bench.admin, addVialEntry, { body: { ...entry, vial_codes: [old] } });
    expect(shipped).toEqual(wordsOfNone(old));
  });

  test('an administrator of two sites is told of two vials with one old code', async () => {
    const { code, old } = await oldVials();
    const [north] = await world.sql<{ code: string }>(
      `insert into vial_aliases (domain_id, alias, vial_id)
       select 2, $1, id from vials where domain_id = 2 order by id limit 1 returning (select code from vials where id = vial_id)`,
      [old],
    );
    const refused = await said(bench.admin, readVialPassport, { params: { code: old } });
    expect(refused).toMatchObject({ status: 400, reason: 'invalid_input' });
    for (const one of [code, north?.code]) expect(refused.words).toContain(one);
    expect(await world.call(bench.lab, readVialPassport, { params: { code: old } })).toMatchObject({ code });
  });
});
