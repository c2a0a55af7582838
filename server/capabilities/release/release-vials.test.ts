import { closeBatch, openBatch, recordBatchLot, recordQc } from '@vialkeep/contract/batches.ts';
import { readVialPassport } from '@vialkeep/contract/bench.ts';
import { openDeviation } from '@vialkeep/contract/deviations.ts';
import { closeDeviation, listCandidates, quarantineVials, releaseVials } from '@vialkeep/contract/release.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listEvents, scanOf, today } from '../../testing/bench/intake-world.ts';
import {
  addDocument,
  openRelease,
  PASSED,
  type ReleaseWorld,
  refused,
  SIGNED,
} from '../../testing/bench/release-world.ts';
import { otherLabWithBench, patientWithVials } from '../../testing/bench/storage-world.ts';
import { PASSWORD } from '../../testing/people.ts';
import { newWorld, type World } from '../../testing/world.ts';
import { verifyVials } from '../vials/index.ts';

const TIMEOUT_MS = 60_000;

let world: World;
let bench: ReleaseWorld;
beforeAll(async () => {
  world = await newWorld({ DATABASE_POOL: '16' });
  bench = await openRelease(world);
}, TIMEOUT_MS);
afterAll(() => world.close());

const openOf = (source: object, more: object = {}) =>
  world.call(bench.lab, openDeviation, { body: { title: 'A departure', source, ...more } });
const close = (id: number) =>
  world.call(bench.lab, closeDeviation, {
    params: { id },
    body: { risk: 'none', conclusion: 'No harm was done.', signature: SIGNED },
  });

describe('A signed release', () => {
  test('F167 vials whose every criterion is met leave quarantine by a signature that is bound to its record', async () => {
    const { codes, batch, patient } = await bench.newVials();
    const list = await world.call(bench.lab, listCandidates, { query: { limit: '100' } });
    const candidate = list.results.find(({ batch_id }) => batch_id === batch.id);
    expect(candidate).toMatchObject({ patient_id: patient, vial_codes: codes, needs_note: false });
    expect(candidate?.criteria.map(({ name, met }) => [name, met])).toEqual([
      ['arrival', true],
      ['viability', true],
      ['count', true],
      ['sterility', true],
      ['consents', true],
      ['batch', true],
      ['deviations', true],
    ]);
    const answer = await bench.release(codes);
    expect([answer.statusCode, answer.json()]).toMatchObject([
      200,
      { signature: { printed_name: 'Nora Lindqvist', meaning: 'released', signed_at: expect.any(String) } },
    ]);
    const [row] = await world.sql<{ id: number; record: { released: unknown[] }; record_sha256: string }>(
      'select id, record, record_sha256 from signatures order by id desc limit 1',
    );
    expect(row?.record.released).toMatchObject([{ batch: batch.id, patient, codes }]);
    expect((await listEvents(world, patient)).at(-1)).toMatchObject({
      kind: 'bench.released',
      facts: { codes, signature: row?.id, record_sha256: row?.record_sha256 },
    });
    expect((await bench.statesOf(codes)).map(({ hold_reason }) => hold_reason)).toEqual([null, null]);
    const passport = await world.call(bench.lab, readVialPassport, { params: { code: codes[0] } });
    expect(passport.steps.at(-1)).toMatchObject({
      kind: 'bench.released',
      signature: { printed_name: 'Nora Lindqvist', meaning: 'released' },
    });
    expect(await verifyVials(world.app.services.store.read('platform'))).toEqual([]);
  });

  test.each([
    ['viability', { tests: { ...PASSED, viability: 'fail' } }, 'Failed: 12 %'],
    ['count', { tests: { viability: 'pass', sterility: 'pass' } }, 'No result yet'],
    ['sterility', { tests: { ...PASSED, sterility: 'pending' } }, 'Pending'],
    ['consents', { consents: ['attestation', 'storage'] }, 'Not completed: processing'],
    ['batch', { isClosed: false }, 'Still open'],
  ])('a release where only %s is missing is refused', async (name, wishes, words) => {
    const { codes } = await bench.newVials(wishes);
    const answer = refused(await bench.release(codes));
    expect(answer).toMatchObject({ status: 409, reason: 'criteria_not_met' });
    expect(Object.keys(answer.fields ?? {})).toEqual([name]);
    expect(answer.fields?.[name]).toContain(words);
    const reason = words.startsWith('Failed') ? 'failed_qc' : 'awaiting_release';
    expect((await bench.statesOf(codes)).map(({ hold_reason }) => hold_reason)).toEqual([reason, reason]);
  });

  test('a release where only the arrival was rejected is refused', async () => {
    const { codes, batch } = await bench.newVials();
    const { arrival } = await bench.receive({ condition: 'open', decision: 'rejected', reason: 'The box was open' });
    await world.sql('alter table batches disable trigger user');
    await world.sql(`alter table batches drop constraint batch_arrival_of_the_patient`);
    await world.sql('update batches set arrival_id = $2 where id = $1', [batch.id, arrival.id]);
    await world.sql('alter table batches enable trigger user');
    const [deviation] = await world.sql<{ id: number }>("select id from deviations where source ->> 'arrival' = $1", [
      String(arrival.id),
    ]);
    await close(deviation?.id ?? 0);
    expect(refused(await bench.release(codes))).toMatchObject({
      reason: 'criteria_not_met',
      fields: { arrival: expect.stringContaining('Rejected') },
    });
  });

  test('a failed batch holds its vials, which are not released', async () => {
    const { codes, batch } = await bench.newVials({ isClosed: false });
    await world.call(bench.lab, closeBatch, { params: { id: batch.id }, body: { outcome: 'failed', reason: 'Mould' } });
    expect((await bench.statesOf(codes)).map(({ hold_reason }) => hold_reason)).toEqual(['failed_qc', 'failed_qc']);
    expect(refused(await bench.release(codes)).fields).toEqual({ batch: 'Failed' });
  });

  test('an open deviation refuses the release, whatever its source is, and a drill does not', async () => {
    const made = await bench.newVials();
    const { codes, batch, kit } = made;
    const reagent = await bench.newLot({ kind: 'reagent', name: 'Medium' });
    const other = await bench.newBatch();
    await world.call(bench.lab, recordBatchLot, {
      params: { id: other.batch.id },
      body: { ...scanOf(), lot_id: reagent.id },
    });
    const withReagent = await bench.newVials({ received: other });
    const [lot] = await world.sql<{ lot_id: number }>('select lot_id from kits where id = $1', [kit.id]);
    const sources: [object, readonly string[]][] = [
      [{ kit_lot: lot?.lot_id }, codes],
      [{ batch: batch.id }, codes],
      [{ lab_day: today() }, codes],
      [{ vials: [codes[1]] }, codes],
      [{ reagent_lot: reagent.id }, withReagent.codes],
    ];
    for (const [source, touched] of sources) {
      const { id } = await openOf(source);
      const answer = refused(await bench.release(touched));
      expect([Object.keys(source)[0], answer.reason, answer.fields]).toEqual([
        Object.keys(source)[0],
        'criteria_not_met',
        { deviations: `Open: #${id}` },
      ]);
      await close(id);
    }
    await openOf({ batch: batch.id }, { is_drill: true });
    expect((await bench.release(codes)).statusCode).toBe(200);
  });

  test('an open deviation of the arrival refuses the release of its batch', async () => {
    const received = await bench.receive({
      indicator: 'exceeded',
      decision: 'accepted_with_deviation',
      reason: 'Warm for an hour',
    });
    const batch = await world.call(bench.lab, openBatch, {
      body: { patient_id: received.patient, arrival_id: received.arrival.id, passage: 1 },
    });
    const { codes } = await bench.newVials({ received: { ...received, batch } });
    const answer = refused(await bench.release(codes));
    expect(answer.fields).toEqual({ deviations: `Open: #${received.arrival.deviation_id}` });
    await close(received.arrival.deviation_id ?? 0);
    expect((await bench.release(codes)).statusCode).toBe(200);
  });

  test('a corrected result counts, and the one it replaces does not', async () => {
    const { codes, batch } = await bench.newVials({ tests: { ...PASSED, sterility: 'fail' } });
    const [failed] = await world.sql<{ id: number }>(
      "select id from qc_results where batch_id = $1 and test = 'sterility'",
      [batch.id],
    );
    const body = {
      test: 'sterility',
      verdict: 'pass',
      sampled_on: today(),
      replaces: failed?.id,
      reason: 'Read twice',
    };
    await world.call(bench.lab, recordQc, { params: { id: batch.id }, body });
    expect((await bench.release(codes)).statusCode).toBe(200);
  });

  test('vials without a batch need a note of 20 characters, which is signed with them', async () => {
    const { id, codes } = await patientWithVials(world, bench.admin, 2);
    expect(refused(await bench.release(codes)).fields).toMatchObject({ consents: expect.any(String) });
    for (const kind of ['attestation', 'processing', 'storage']) await addDocument(world, id, kind);
    expect(refused(await bench.release(codes, { note: 'Too short a note' }))).toMatchObject({
      status: 400,
      reason: 'note_required',
      fields: { note: expect.any(String) },
    });
    const note = 'Counted and thawed by two people.';
    expect((await bench.release(codes, { note })).statusCode).toBe(200);
    const [row] = await world.sql<{ record: object }>('select record from signatures order by id desc limit 1');
    expect(row?.record).toMatchObject({ note });
  });

  test('one wrong code refuses the whole release, by name', async () => {
    const { codes } = await bench.newVials();
    const other = await otherLabWithBench(world);
    const [foreign] = await world.sql<{ code: string }>('select code from vials where lab_id = $1 limit 1', [
      other.user.id,
    ]);
    const wrong = foreign?.code ?? '';
    expect(refused(await bench.release([...codes, wrong]))).toMatchObject({
      status: 404,
      fields: { vial_codes: `Not found: ${wrong}.` },
    });
    expect((await bench.release(codes)).statusCode).toBe(200);
    expect(refused(await bench.release(codes))).toMatchObject({ status: 409, reason: 'not_held' });
    await world.sql("update vials set state = 'withdrawn' where code = $1", [codes[0]]);
    expect(refused(await bench.release(codes))).toMatchObject({
      status: 409,
      reason: 'vial_gone',
      fields: { vial_codes: `Not in store: ${codes[0]}.` },
    });
    await world.sql("update vials set state = 'stored' where code = $1", [codes[0]]);
  });

  test('a vial that went to a lab without signed releases keeps the criteria of the lab that made it', async () => {
    const { codes, patient } = await bench.newVials({ tests: { ...PASSED, sterility: 'pending' } });
    const other = await otherLabWithBench(world);
    await world.sql("update lab_settings set release_policy = 'on_record' where lab_id = $1", [other.user.id]);
    await world.sql("update relations set object_id = $2 where subject_id = $1 and kind = 'lab'", [
      patient,
      other.user.id,
    ]);
    const body = { vial_codes: codes, signature: { password: PASSWORD } };
    const answer = await world.send(other, releaseVials, { body });
    expect(refused(answer).fields).toEqual({ sterility: 'Pending' });
  });
});

describe('A release in a lab where vials are available when they are recorded', () => {
  test('vials held for a deviation leave quarantine by a signature, and only the deviation counts', async () => {
    const plain = await newWorld();
    try {
      const here = await openRelease(plain, {});
      const { codes } = await here.newVials({ tests: {}, consents: [], isClosed: false });
      expect((await here.statesOf(codes)).map(({ hold_reason }) => hold_reason)).toEqual([null, null]);
      const source = { vials: codes };
      const { id } = await plain.call(here.lab, openDeviation, { body: { title: 'Dropped', source } });
      const body = { vial_codes: codes, note: 'Dropped', deviation_id: id };
      expect(await plain.call(here.lab, quarantineVials, { body })).toEqual({
        vials: 2,
        quarantined: 2,
        orders_freed: [],
      });
      expect(refused(await here.release(codes)).fields).toEqual({ deviations: `Open: #${id}` });
      await plain.call(here.lab, closeDeviation, {
        params: { id },
        body: { risk: 'none', conclusion: 'Nothing broke.', signature: SIGNED },
      });
      expect((await here.release(codes)).statusCode).toBe(200);
      expect(await verifyVials(plain.app.services.store.read('platform'))).toEqual([]);
    } finally {
      await plain.close();
    }
  });
});
