import { countPatientsByStage } from '@vialkeep/contract/patient-overview.ts';
import { addVialEntry, deleteVialEntry, editVialEntry, listVials, readVials } from '@vialkeep/contract/vials.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { audit } from '../../kernel/audit/audit.ts';
import type { Work } from '../../kernel/db/db.ts';
import { type BenchRows, fillBench, newCode } from '../../testing/bench/fill-bench.ts';
import { newPatient } from '../../testing/new-patient.ts';
import { type Caller, newWorld, type World } from '../../testing/world.ts';
import { verifyCustody } from '../custody/index.ts';
import { verifyAccountPatients } from '../patients/index.ts';
import {
  discardVials,
  freeVials,
  holdVials,
  packVial,
  pickVial,
  placeVial,
  recordVials,
  releaseVials,
  reserveVials,
  takeVial,
  undoVialStep,
  verifyPlaces,
  verifyVials,
  vialCounts,
} from './index.ts';

let world: World;
let admin: Caller;
let bench: BenchRows;
beforeAll(async () => {
  world = await newWorld();
  admin = await world.as('admin');
  bench = await fillBench(world);
  // These two vials were inserted without their events.
  await world.sql('alter table vial_entries disable trigger user');
  await world.sql('alter table moves disable trigger user; alter table deviation_vials disable trigger user');
  await world.sql('delete from moves; delete from deviation_vials');
  await world.sql('delete from vials where patient_id = $1', [bench.patient]);
  await world.sql('delete from vial_entries where patient_id = $1', [bench.patient]);
  await world.sql('alter table vial_entries enable trigger user; alter table moves enable trigger user');
  // Counts the vials of the patient again.
  await world.sql('update patient_records set lab_id = lab_id where patient_id = $1', [bench.patient]);
});
afterAll(() => world.close());

const db = () => world.app.services.store.read('platform');

/** Runs a change as the server does, with an audit row. */
async function change<T>(task: (work: Work) => Promise<T>): Promise<T> {
  const cause = { actorId: null, userId: null, sessionId: null, requestId: 'test' };
  const { store } = world.app.services;
  return store.write('platform', cause, async (work) => {
    const result = await task(work);
    await audit(work, { domainId: 1, action: 'vials.add', subject: 'vial_entry', subjectId: 1 });
    return result;
  });
}

const patientWith = async (vials: number) => {
  const id = await newPatient(world);
  const patient = { id, domainId: 1 };
  const body = { type: 'added', date: '2026-03-01', quantity: vials, user: id };
  const { id: entry, codes } = (await world.call(admin, addVialEntry, { body })).data;
  return { patient, entry, codes };
};
const newOrder = async (patientId: number) => {
  const checkout = await bench.insert('checkouts', {
    domain_id: 1,
    buyer_id: bench.center,
    actor_id: bench.center,
    invoice_id: Math.floor(Math.random() * 1_000_000_000) + 1,
    fingerprint: Buffer.alloc(32),
    ordered: '{}',
    total_cents: 100,
    gateway: 'bench',
    reference: newCode(),
  });
  const order = { ...bench.ofLab, patient_id: patientId, checkout_id: checkout, product_id: 2, quantity: 1 };
  return bench.insert('vial_orders', { ...order, code: newCode() });
};
const counted = async (user: number) =>
  (await world.call(admin, readVials, { params: { userId: user } })).data.user_vials;
const ship = (user: number, quantity: number, vial_codes?: string[]) =>
  world.send(admin, addVialEntry, { body: { type: 'shipped', date: '2026-03-02', quantity, user, vial_codes } });
const faults = async () =>
  [...(await verifyCustody(db())), ...(await verifyVials(db()))].map(
    ({ patientId, position, fault }) => `${patientId} at ${position}: ${fault}`,
  );

describe('Counts of vials at the bench', () => {
  test('available excludes vials in quarantine, includes reserved ones, and the sums agree', async () => {
    const { patient, codes } = await patientWith(6);
    const orderId = await newOrder(patient.id);
    await change((work) => holdVials(work, patient, { codes: codes.slice(0, 2), reason: 'failed_qc' }));
    await change((work) => discardVials(work, patient, { codes: codes.slice(2, 3), facts: { basis: 'damaged' } }));
    expect(await change((work) => reserveVials(work, patient, { orderId, count: 1 }))).toEqual([codes[3]]);
    expect(await counted(patient.id)).toEqual({
      vials_added: 6,
      vials_available: 3,
      vials_quarantined: 2,
      vials_shipped: 0,
      vials_discarded: 1,
      vials_reserved: 1,
    });
    expect((await vialCounts(db(), [patient.id])).get(patient.id)).toEqual({ added: 6, available: 3, shipped: 0 });
    expect(await verifyAccountPatients(db())).toEqual([]);
    const listed = await world.call(admin, listVials, { params: { userId: patient.id } });
    expect(listed.map(({ state, held, reserved }) => [state, held, reserved])).toEqual([
      ['stored', true, false],
      ['stored', true, false],
      ['discarded', false, false],
      ['stored', false, true],
      ['stored', false, false],
      ['stored', false, false],
    ]);
    expect(await faults()).toEqual([]);
  });

  test('the number of vials per stage falls when vials are held and rises when they are released', async () => {
    const lab = await world.as('lab');
    const vials = async () =>
      (await world.call(lab, countPatientsByStage)).reduce((sum, stage) => sum + (stage.vials ?? 0), 0);
    const { patient, codes } = await patientWith(3);
    const before = await vials();
    await change((work) => holdVials(work, patient, { codes, reason: 'missing' }));
    expect(await vials()).toBe(before - 3);
    await change((work) => releaseVials(work, patient, { codes }));
    expect(await vials()).toBe(before);
  });
});

describe('The documented shipment', () => {
  test('it takes only vials that are released and free, the oldest first, and its refusal says how many there are', async () => {
    const { patient, codes } = await patientWith(4);
    const orderId = await newOrder(patient.id);
    await change((work) => holdVials(work, patient, { codes: codes.slice(0, 1), reason: 'missing' }));
    await change((work) => reserveVials(work, patient, { orderId, count: 1 }));
    const tooMany = await ship(patient.id, 3);
    expect([tooMany.statusCode, tooMany.json().message]).toEqual([409, 'Only 2 vials are available.']);
    expect((await ship(patient.id, 1)).json().data.codes).toEqual([codes[2]]);
  });

  test.each(['held', 'reserved'])('it refuses a chosen vial that is %s', async (how) => {
    const { patient, codes } = await patientWith(2);
    const orderId = await newOrder(patient.id);
    await change<unknown>((work) =>
      how === 'held'
        ? holdVials(work, patient, { codes: codes.slice(0, 1), reason: 'missing' })
        : reserveVials(work, patient, { orderId, count: 1 }),
    );
    const refused = await ship(patient.id, 1, codes.slice(0, 1));
    expect([refused.statusCode, refused.json().message]).toEqual([
      409,
      `In quarantine or reserved for an order: ${codes[0]}.`,
    ]);
  });

  test('the entry of a reserved or discarded vial cannot be deleted or made smaller', async () => {
    for (const how of ['reserved', 'discarded']) {
      const { patient, codes, entry } = await patientWith(1);
      const orderId = await newOrder(patient.id);
      await change<unknown>((work) =>
        how === 'discarded'
          ? discardVials(work, patient, { codes })
          : reserveVials(work, patient, { orderId, count: 1 }),
      );
      const deleted = await world.send(admin, deleteVialEntry, { params: { id: entry } });
      expect(deleted.json().message).toBe(
        how === 'discarded' ? '1 vial is discarded.' : '1 vial is reserved for an order.',
      );
      expect(await faults()).toEqual([]);
    }
  });

  test('an order ships exactly its packed vials, which keep the order, and taking it back frees them', async () => {
    const { patient, codes } = await patientWith(2);
    const orderId = await newOrder(patient.id);
    await change((work) => reserveVials(work, patient, { orderId, count: 2 }));
    const shipped = { type: 'shipped' as const, date: '2026-03-02', quantity: 1, orderId };
    const shipFirst = () => change((work) => recordVials(work, patient, { ...shipped, codes: codes.slice(0, 1) }));
    await change((work) => pickVial(work, patient, { codes: codes.slice(0, 1), orderId, from: null }));
    await expect(shipFirst()).rejects.toMatchObject({ reason: 'vials_unavailable' });
    await change((work) => packVial(work, patient, { codes: codes.slice(0, 1), orderId }));
    const entry = await shipFirst();
    expect(await world.sql('select code from vials where order_id = $1 order by id', [orderId])).toEqual(
      codes.map((code) => ({ code })),
    );
    await world.call(admin, deleteVialEntry, { params: { id: entry.id } });
    expect(await world.sql('select code from vials where order_id = $1', [orderId])).toEqual([{ code: codes[1] }]);
    expect(await faults()).toEqual([]);
  });
});

describe('A lab where a release is signed', () => {
  test('vials that are made or returned are held, and the documented shipment finds none', async () => {
    const { patient, codes, entry } = await patientWith(1);
    await ship(patient.id, 1);
    const [{ lab_id } = { lab_id: 0 }] = await world.sql<{ lab_id: number }>(
      'select lab_id from vials where code = $1',
      [codes[0]],
    );
    await world.sql(
      "insert into lab_settings (domain_id, lab_id, bench_on, release_policy) values (1, $1, true, 'signed')",
      [lab_id],
    );
    try {
      await world.call(admin, editVialEntry, { params: { id: entry }, body: { quantity: 2 } });
      const { vials_history } = (await world.call(admin, readVials, { params: { userId: patient.id } })).data;
      await world.call(admin, deleteVialEntry, { params: { id: vials_history.at(-1)?.id } });
      const held = await world.sql('select hold_reason from vials where patient_id = $1 order by id', [patient.id]);
      expect(held).toEqual([{ hold_reason: 'returned' }, { hold_reason: 'awaiting_release' }]);
      expect((await ship(patient.id, 1)).json().message).toBe('Only 0 vials are available.');
      expect(await faults()).toEqual([]);
    } finally {
      await world.sql('delete from lab_settings where lab_id = $1', [lab_id]);
    }
  });
});

type Step = { does: number; vial: number; position: number };
const steps = fc.array(fc.record({ does: fc.nat(11), vial: fc.nat(3), position: fc.integer({ min: 1, max: 4 }) }), {
  minLength: 5,
  maxLength: 25,
});

describe('Replay of the chain', () => {
  test('any sequence of steps at the bench keeps the sums, and the chain replays to the same rows', {
    timeout: 120_000,
  }, async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (sequence) => {
        const { patient, codes } = await patientWith(4);
        const orderId = await newOrder(patient.id);
        const box = await bench.place(bench.rack, 'box', { name: newCode(), rows: 2, columns: 2 });
        for (const step of sequence) await take(step, patient, codes, orderId, box);
        const { vials_added, ...parts } = await counted(patient.id);
        const { vials_available, vials_quarantined, vials_shipped, vials_discarded } = parts;
        expect(vials_available + vials_quarantined + vials_shipped + vials_discarded).toBe(vials_added);
        expect(await faults()).toEqual([]);
        expect(await verifyPlaces(db())).toEqual([]);
      }),
      { numRuns: 25 },
    );
    expect(await verifyAccountPatients(db())).toEqual([]);
  });

  async function take(
    { does, vial, position }: Step,
    patient: { id: number; domainId: number },
    all: string[],
    orderId: number,
    box: number,
  ) {
    const codes = all.slice(vial, vial + 1);
    const [row] = await world.sql<{ box: number; position: number; picked: boolean }>(
      'select box_id as box, position, picked_at is not null as picked from vials where code = $1',
      codes,
    );
    const from = row?.box ? { box: row.box, position: row.position } : null;
    const to = { box, position };
    const actions: readonly ((work: Work) => Promise<unknown>)[] = [
      (work) => holdVials(work, patient, { codes, reason: 'deviation', deviationId: bench.deviation }),
      (work) => releaseVials(work, patient, { codes }),
      (work) => reserveVials(work, patient, { orderId, count: 1 }),
      (work) => freeVials(work, patient, { orderId, codes }),
      (work) => placeVial(work, patient, { codes, to }),
      (work) => (from ? takeVial(work, patient, { codes, from }) : Promise.resolve()),
      (work) => pickVial(work, patient, { codes, orderId, from }),
      (work) => packVial(work, patient, { codes, orderId }),
      (work) =>
        row?.picked
          ? undoVialStep(work, patient, { codes, step: { undoes: 'bench.picked', back: to } })
          : Promise.resolve(),
      (work) => undoVialStep(work, patient, { codes, step: { undoes: 'bench.packed' } }),
      (work) => (position === 1 ? discardVials(work, patient, { codes }) : Promise.resolve()),
      async () => {
        await ship(patient.id, 1);
      },
    ];
    const action = actions[does];
    if (!action) return;
    await change(action).catch((error: { constraint?: string }) => {
      // Another vial is in the position.
      if (error.constraint !== 'one_vial_in_a_position') throw error;
    });
  }

  test.each([
    [
      'bench.quarantined',
      `'"missing"', '"failed_qc"'`,
      'is in quarantine: missing and should be in quarantine: failed_qc',
    ],
    ['bench.placed', `'"position": 1', '"position": 2'`, 'position 1 and should be in box'],
    ['bench.reserved', `'"order": ', '"order": 9'`, 'and should be reserved for order 9'],
    ['vials.discarded', `'"discarded": [', '"withdrawn": ['`, 'is discarded and should be withdrawn'],
  ])('an altered event %s is found and named, with what should be', async (kind, replaced, said) => {
    const { patient, codes } = await patientWith(2);
    const orderId = await newOrder(patient.id);
    const box = await bench.place(bench.rack, 'box', { name: newCode(), rows: 1, columns: 2 });
    const first = { codes: codes.slice(0, 1) };
    await change<unknown>((work) => {
      if (kind === 'bench.quarantined') return holdVials(work, patient, { ...first, reason: 'missing' });
      if (kind === 'bench.placed') return placeVial(work, patient, { ...first, to: { box, position: 1 } });
      if (kind === 'bench.reserved') return reserveVials(work, patient, { orderId, count: 1 });
      return discardVials(work, patient, first);
    });
    expect(await faults()).toEqual([]);
    await world.sql('alter table custody_events disable trigger custody_events_are_kept');
    const alter = (pair: string) =>
      world.sql(
        `update custody_events set facts = replace(facts::text, ${pair})::jsonb where patient_id = $1 and kind = $2`,
        [patient.id, kind],
      );
    await alter(replaced);
    const wrong = await faults();
    expect(wrong).toContain(`${patient.id} at 2: the chain is broken`);
    expect(wrong.find((fault) => fault.includes(said))).toMatch(new RegExp(`^${patient.id} at 2: vial ${codes[0]} `));
    const [from, to] = replaced.split(', ');
    await alter(`${to}, ${from}`);
    expect(await faults()).toEqual([]);
  });

  test('the verification names a place whose count was changed', async () => {
    await world.sql('update places set filled = 1 where id = $1', [bench.box]);
    expect(await verifyPlaces(db())).toEqual([
      { about: `Place #${bench.box}`, fault: 'has 1 of 6 and should have 0 of 6' },
    ]);
    await world.sql('update places set filled = 0 where id = $1', [bench.box]);
  });
});
