import { addBatchVials, closeBatch, openBatch, recordBatchLot } from '@vialkeep/contract/batches.ts';
import { openDeviation } from '@vialkeep/contract/deviations.ts';
import { closeDeviation, recallDeviation } from '@vialkeep/contract/release.ts';
import { addVialEntry, deleteVialEntry, editVialEntry } from '@vialkeep/contract/vials.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listFaults } from '../../cli/walk-ledger.ts';
import { scanOf, today } from '../../testing/bench/intake-world.ts';
import { openRelease, type ReleaseWorld, refused, SIGNED } from '../../testing/bench/release-world.ts';
import { newWorld, type World } from '../../testing/world.ts';
import { verifyCustody } from '../custody/index.ts';
import { traceIds } from '../deviations/index.ts';
import { verifyVials } from '../vials/index.ts';

const ROUNDS = process.env.LONG ? 60 : 4;
const LONG_MS = 300_000;

let world: World;
let bench: ReleaseWorld;
beforeAll(async () => {
  world = await newWorld({ DATABASE_POOL: '16' });
  bench = await openRelease(world, { release_policy: 'on_record' });
});
afterAll(() => world.close());

const open = async (source: object, more: object = {}) =>
  (await world.call(bench.lab, openDeviation, { body: { title: 'Cloudy medium', text: '', source, ...more } })).id;
const recall = (id: number, body: object = { quarantine: true }) =>
  world.send(bench.lab, recallDeviation, { params: { id }, body });
const openRecall = async (source: object) => {
  const id = await open(source);
  expect((await recall(id)).statusCode).toBe(200);
  return id;
};
const close = (id: number) => {
  const body = { risk: 'none', conclusion: 'It was the lamp.', signature: SIGNED };
  return world.call(bench.lab, closeDeviation, { params: { id }, body });
};
const ship = async (patient: number, quantity: number) => {
  const body = { type: 'shipped', date: today(), quantity, user: patient };
  return (await world.call(bench.admin, addVialEntry, { body })).data.id;
};
const addVials = async (batchId: number, quantity = 1) =>
  (
    await world.call(bench.lab, addBatchVials, {
      params: { id: batchId },
      body: { ...scanOf(), quantity, date: today() },
    })
  ).codes.map(String);
const holdsOf = async (codes: readonly string[]) =>
  (await bench.statesOf(codes)).map(({ state, hold_reason, hold_deviation_id }) => [
    state,
    hold_reason,
    hold_deviation_id,
  ]);

describe('A vial that comes back after a recall', () => {
  test('a vial is held by the recall when its shipment is taken back, and cannot be shipped again', async () => {
    const { codes, patient, batch } = await bench.newVials({ vials: 2 });
    const entry = await ship(patient, 2);
    const id = await openRecall({ batch: batch.id });
    expect(await holdsOf(codes)).toEqual(codes.map(() => ['shipped', null, null]));
    await world.call(bench.admin, deleteVialEntry, { params: { id: entry } });
    expect(await holdsOf(codes)).toEqual(codes.map(() => ['stored', 'deviation', id]));
    const again = { type: 'shipped', date: today(), quantity: 1, user: patient };
    expect(await world.refusalOf(bench.admin, addVialEntry, { body: again })).toMatchObject({ status: 409 });
    expect(refused(await bench.release(codes))).toMatchObject({ reason: 'criteria_not_met' });
    await close(id);
    expect((await bench.release(codes)).statusCode).toBe(200);
    expect(await holdsOf(codes)).toEqual(codes.map(() => ['stored', null, null]));
  });

  test('a vial is held by the recall when the quantity of its shipment is lowered', async () => {
    const { codes, patient } = await bench.newVials({ vials: 2 });
    const entry = await ship(patient, 2);
    const id = await openRecall({ vials: codes });
    await world.call(bench.admin, editVialEntry, { params: { id: entry }, body: { quantity: 1 } });
    expect(await holdsOf(codes)).toEqual([
      ['shipped', null, null],
      ['stored', 'deviation', id],
    ]);
  });

  test('a vial that comes back is held by the newest of two recalls, and by the older one when that is closed', async () => {
    const { codes, patient, batch } = await bench.newVials({ vials: 1 });
    const entry = await ship(patient, 1);
    const older = await openRecall({ vials: codes });
    const newer = await openRecall({ batch: batch.id });
    await world.call(bench.admin, deleteVialEntry, { params: { id: entry } });
    expect(await holdsOf(codes)).toEqual([['stored', 'deviation', newer]]);
    await close(newer);
    expect(refused(await bench.release(codes))).toMatchObject({ fields: { deviations: `Open: #${older}` } });
  });

  test.each([
    ['is open and was not recalled', async (_id: number) => {}],
    ['has written letters only', async (id: number) => void (await recall(id, { notify: true }))],
    ['was recalled and is closed', async (id: number) => void ((await recall(id)) && (await close(id)))],
  ])('a vial that comes back is free if the deviation %s', async (_words, act) => {
    const { codes, patient } = await bench.newVials({ vials: 1 });
    const entry = await ship(patient, 1);
    await act(await open({ vials: codes }));
    await world.call(bench.admin, deleteVialEntry, { params: { id: entry } });
    expect(await holdsOf(codes)).toEqual([['stored', null, null]]);
  });

  test('a vial that comes back is free after a drill', async () => {
    const { codes, patient, batch } = await bench.newVials({ vials: 1 });
    const entry = await ship(patient, 1);
    await recall(await open({ batch: batch.id }, { is_drill: true }));
    await world.call(bench.admin, deleteVialEntry, { params: { id: entry } });
    expect(await holdsOf(codes)).toEqual([['stored', null, null]]);
  });

  test('a vial that comes back is held as failed if its batch has failed meanwhile', async () => {
    const { codes, patient, batch } = await bench.newVials({ vials: 1, isClosed: false });
    const entry = await ship(patient, 1);
    const body = { outcome: 'failed', reason: 'Mould in every flask' };
    await world.call(bench.lab, closeBatch, { params: { id: batch.id }, body });
    await world.call(bench.admin, deleteVialEntry, { params: { id: entry } });
    expect(await holdsOf(codes)).toEqual([['stored', 'failed_qc', null]]);
  });
});

describe('A vial that is made after a recall', () => {
  const sources = {
    batch: async () => {
      const { batch } = await bench.newBatch();
      return { batch, source: { batch: batch.id } };
    },
    kit_lot: async () => {
      const { batch, kit } = await bench.newBatch();
      const [row] = await world.sql<{ lot_id: number }>('select lot_id from kits where id = $1', [kit.id]);
      return { batch, source: { kit_lot: row?.lot_id } };
    },
    reagent_lot: async () => {
      const { batch } = await bench.newBatch();
      const lot = await bench.newLot({ kind: 'reagent', name: 'Medium' });
      await world.call(bench.lab, recordBatchLot, { params: { id: batch.id }, body: { ...scanOf(), lot_id: lot.id } });
      return { batch, source: { reagent_lot: lot.id } };
    },
  };

  test.each(Object.entries(sources))(
    'a new vial is held where the deviation covers its %s, as the trace says',
    async (_, make) => {
      const { batch, source } = await make();
      const other = await bench.newBatch();
      const id = await openRecall(source);
      const codes = await addVials(batch.id, 2);
      expect(await holdsOf(codes)).toEqual(codes.map(() => ['stored', 'deviation', id]));
      const free = await addVials(other.batch.id);
      expect(await holdsOf(free)).toEqual([['stored', null, null]]);
      const db = world.app.services.store.read('platform');
      const [row] = await world.sql('select source from deviations where id = $1', [id]);
      const lab = { id: bench.lab.user.id, domainId: 1 };
      const traced = await traceIds(db, lab, row?.source as Parameters<typeof traceIds>[2]);
      const vials = await world.sql<{ id: number }>('select id from vials where code = any($1) order by id', [codes]);
      expect(traced.vials).toEqual(vials.map((vial) => vial.id));
    },
  );

  test('a new vial is held where an entry of a recalled batch is corrected to more vials', async () => {
    const { codes, batch } = await bench.newVials({ vials: 1 });
    const id = await openRecall({ batch: batch.id });
    const [made] = await world.sql<{ added_entry_id: number }>(
      'select added_entry_id from vials where code = $1',
      codes,
    );
    await world.call(bench.admin, editVialEntry, { params: { id: made?.added_entry_id }, body: { quantity: 2 } });
    const vials = await world.sql('select hold_deviation_id from vials where batch_id = $1', [batch.id]);
    expect(vials).toEqual([{ hold_deviation_id: id }, { hold_deviation_id: id }]);
  });

  test('a new vial is held where the deviation covers an arrival, and where it covers the day', async () => {
    const { batch, arrival } = await bench.newBatch();
    const ofArrival = await open({ batch: batch.id });
    await world.sql('update deviations set source = $2 where id = $1', [ofArrival, { arrival: arrival.id }]);
    await recall(ofArrival);
    expect(await holdsOf(await addVials(batch.id))).toEqual([['stored', 'deviation', ofArrival]]);
    const ofDay = await openRecall({ lab_day: today() });
    expect(await holdsOf(await addVials(batch.id))).toEqual([['stored', 'deviation', ofDay]]);
    const documented = { type: 'added', date: today(), quantity: 1, user: await bench.addPatient() };
    const { codes } = (await world.call(bench.admin, addVialEntry, { body: documented })).data;
    expect(await holdsOf(codes.map(String))).toEqual([['stored', 'deviation', ofDay]]);
    const earlier = { ...documented, date: '2026-01-02', user: await bench.addPatient() };
    const before = (await world.call(bench.admin, addVialEntry, { body: earlier })).data.codes;
    expect(await holdsOf(before.map(String))).toEqual([['stored', null, null]]);
    await close(ofDay);
  });

  test(
    'a vial that is made at the moment of the recall, for a patient who had none, is held in the end',
    async () => {
      for (let round = 0; round < ROUNDS; round += 1) {
        const { batch } = await bench.newBatch();
        const id = await open({ batch: batch.id });
        const [made, recalled] = await Promise.all([Promise.all([addVials(batch.id), addVials(batch.id)]), recall(id)]);
        expect(recalled.statusCode).toBe(200);
        expect(await holdsOf(made.flat())).toEqual(made.flat().map(() => ['stored', 'deviation', id]));
      }
    },
    LONG_MS,
  );

  test('the chains agree with the vials after all these steps', async () => {
    const db = world.app.services.store.read('platform');
    expect([await verifyVials(db), await verifyCustody(db)]).toEqual([[], []]);
  });
});

describe('npm run verify', () => {
  // The documents of the test's patients have no files.
  const faults = async () => (await listFaults(world.app.services)).filter((fault) => !fault.startsWith('Document'));

  test('the verification names a recalled vial that is in store and not held', async () => {
    const { codes, batch } = await bench.newVials({ vials: 2 });
    const id = await openRecall({ batch: batch.id });
    expect(await faults()).toEqual([]);
    const [lost] = await world.sql('select held_at from vials where code = $1', [codes[0]]);
    await world.sql('update vials set held_at = null, hold_reason = null, hold_deviation_id = null where code = $1', [
      codes[0],
    ]);
    const said = `Deviation #${id}: vial ${codes[0]} is recalled and in store, and is not held`;
    expect(await faults()).toContain(said);
    await world.sql(
      "update vials set held_at = $2, hold_reason = 'deviation', hold_deviation_id = $3 where code = $1",
      [codes[0], lost?.held_at, id],
    );
    expect(await faults()).toEqual([]);
  });

  test('the verification names an entry whose vials are of two batches, and one where some are of none', async () => {
    const { codes, batch, patient } = await bench.newVials({ vials: 2 });
    const [row] = await world.sql<{ id: number }>('select added_entry_id as id from vials where code = $1', [codes[0]]);
    const about = `Entry of vials #${row?.id}: its vials are of more than one batch: `;
    const body = { patient_id: patient, passage: 2 };
    const second = await world.call(bench.lab, openBatch, { body });
    const change = (to: number | null) => world.sql('update vials set batch_id = $2 where code = $1', [codes[0], to]);
    for (const [to, named] of [
      [second.id, [batch.code, second.code].toSorted().join(', ')],
      [null, `${batch.code}, none`],
    ] as const) {
      await change(to);
      expect(await faults()).toEqual([about + named]);
    }
    await change(batch.id);
    expect(await faults()).toEqual([]);
  });
});
