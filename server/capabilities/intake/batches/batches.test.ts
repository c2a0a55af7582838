import {
  addBatchVials,
  closeBatch,
  listBatches,
  openBatch,
  readBatch,
  recordBatchLot,
  recordQc,
} from '@vialkeep/contract/batches.ts';
import { readVialPassport } from '@vialkeep/contract/bench.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Intake, listEvents, openIntake, scanOf, today } from '../../../testing/bench/intake-world.ts';
import { newOperator } from '../../../testing/bench/lab-world.ts';
import { newWorld, type World } from '../../../testing/world.ts';

let world: World;
let intake: Intake;
beforeAll(async () => {
  world = await newWorld({ DATABASE_POOL: '16' });
  intake = await openIntake(world);
});
afterAll(() => world.close());

const useLot = (id: number, body: object) =>
  world.send(intake.lab, recordBatchLot, { params: { id }, body: { ...scanOf(), ...body } });
const qc = (id: number, body: object) =>
  world.send(intake.lab, recordQc, { params: { id }, body: { sampled_on: today(), ...body } });
const close = (id: number, body: object) => world.send(intake.lab, closeBatch, { params: { id }, body });
const addVials = (id: number, body: object) =>
  world.send(intake.lab, addBatchVials, { params: { id }, body: { ...scanOf(), date: today(), ...body } });

describe('Batches', () => {
  test('F164 a batch is opened for tissue that was accepted, once for each passage', async () => {
    const { batch, patient, arrival } = await intake.newBatch(1);
    expect(batch).toMatchObject({
      patient: { id: patient },
      arrival_id: arrival.id,
      passage: 1,
      state: 'open',
      vials: 0,
    });
    expect((await listEvents(world, patient)).at(-1)).toMatchObject({
      kind: 'batch.opened',
      facts: { batch: batch.id },
    });
    const again = await world.send(intake.lab, openBatch, { body: { patient_id: patient, passage: 1 } });
    expect([again.statusCode, again.json()]).toMatchObject([
      409,
      { reason: 'passage_taken', fields: { passage: expect.any(String) } },
    ]);
    const list = await world.call(intake.lab, listBatches, { query: { code: batch.code } });
    expect(list).toMatchObject({ count: 1, results: [{ id: batch.id }] });
  });

  test('rejected tissue, tissue of another patient and patients of other labs have no batch', async () => {
    const rejected = await intake.receive({ condition: 'open', decision: 'rejected', reason: 'The box was open' });
    const open = (body: object) => world.refusalOf(intake.lab, openBatch, { body: { passage: 1, ...body } });
    const of = { patient_id: rejected.patient, arrival_id: rejected.arrival.id };
    expect(await open(of)).toEqual({ status: 409, reason: 'arrival_rejected' });
    expect(await open({ ...of, patient_id: await intake.addPatient() })).toMatchObject({ status: 404 });
    expect(await open({ patient_id: await world.idOf('patient2@vialkeep.test') })).toMatchObject({ status: 404 });
    expect(await open({ patient_id: rejected.patient, passage: 100 })).toMatchObject({ status: 400 });
  });

  test('a reagent is recorded by the maker’s code, its number or its id, and each lot once', async () => {
    const { batch, patient } = await intake.newBatch();
    const lot = await intake.newLot({ kind: 'reagent', name: 'Medium', gtin: '04012345678901' });
    const code = `]d20104012345678901\u001D10${lot.lot}`;
    expect((await useLot(batch.id, { text: code })).json()).toMatchObject({ lots: [{ id: lot.id }] });
    expect((await useLot(batch.id, { text: lot.lot })).json().lots).toHaveLength(1);
    expect((await useLot(batch.id, { lot_id: lot.id })).json().lots).toHaveLength(1);
    const used = (await listEvents(world, patient)).filter(({ kind }) => kind === 'batch.lot_used');
    expect(used).toHaveLength(1);
  });

  test('an expired, held, unknown or ambiguous lot, and a lot of kits, are refused at their fields', async () => {
    const { batch } = await intake.newBatch();
    const expired = await intake.newLot({ kind: 'reagent', expires_on: '2020-01-01' });
    expect((await useLot(batch.id, { text: expired.lot })).json()).toMatchObject({ reason: 'lot_expired' });
    const held = await intake.newLot({ kind: 'reagent' });
    await world.sql(
      `with opened as (insert into deviations (domain_id, lab_id, title, text, source)
         select domain_id, lab_id, 'Held', '', '{}' from lots where id = $1 returning id)
       update lots set held_by = opened.id from opened where lots.id = $1`,
      [held.id],
    );
    expect((await useLot(batch.id, { text: held.lot })).json()).toMatchObject({ reason: 'lot_held' });
    const kits = await intake.newLot({ kind: 'kit' });
    for (const text of [kits.lot, 'unknown', '^XZ', '(01)1', '=1+1']) {
      const refused = await useLot(batch.id, { text });
      expect([refused.statusCode, refused.json()]).toMatchObject([
        400,
        { reason: 'lot_unknown', fields: { text: expect.any(String) } },
      ]);
    }
    expect((await useLot(batch.id, { lot_id: kits.id })).json()).toMatchObject({ reason: 'lot_unknown' });
    expect((await useLot(batch.id, {})).json()).toMatchObject({ fields: { text: 'Scan a lot.' } });
    const first = await intake.newLot({ kind: 'reagent', name: 'Medium A' });
    await intake.newLot({ kind: 'reagent', name: 'Medium B', lot: first.lot });
    expect((await useLot(batch.id, { text: first.lot })).json()).toMatchObject({ reason: 'lot_ambiguous' });
  });

  test('20 tablets that scan one lot at once record it once', async () => {
    const { batch, patient } = await intake.newBatch();
    const lot = await intake.newLot({ kind: 'reagent' });
    const answers = await Promise.all(Array.from({ length: 20 }, () => useLot(batch.id, { lot_id: lot.id })));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array.from({ length: 20 }, () => 200));
    expect((await listEvents(world, patient)).filter(({ kind }) => kind === 'batch.lot_used')).toHaveLength(1);
  });

  test('vials of a batch are the documented entry, and a repeated scan adds none', async () => {
    const { batch, patient } = await intake.newBatch();
    const params = { id: batch.id };
    const body = { ...scanOf(), quantity: 6, date: today() };
    const made = await world.call(intake.lab, addBatchVials, { params, body });
    expect(made).toMatchObject({ entry: { type: 'added', quantity: 6, user: patient } });
    expect(await world.call(intake.lab, addBatchVials, { params, body })).toEqual(made);
    const read = await world.call(intake.lab, readBatch, { params });
    expect([read.vials, read.vial_codes]).toEqual([6, made.codes]);
    const rows = await world.sql('select batch_id, held_at from vials where patient_id = $1', [patient]);
    expect(rows).toEqual(Array.from({ length: 6 }, () => ({ batch_id: batch.id, held_at: null })));
    expect((await addVials(batch.id, { quantity: 0 })).json()).toMatchObject({
      fields: { quantity: 'Enter 1 or more.' },
    });
  });

  test('vials are held where the lab signs releases', async () => {
    await world.sql("update lab_settings set release_policy = 'signed'");
    const { batch, patient } = await intake.newBatch();
    await addVials(batch.id, { quantity: 2 });
    await world.sql("update lab_settings set release_policy = 'on_record'");
    const rows = await world.sql('select hold_reason from vials where patient_id = $1', [patient]);
    expect(rows).toEqual([{ hold_reason: 'awaiting_release' }, { hold_reason: 'awaiting_release' }]);
  });

  test('a closed batch takes no lot and no vials, is not closed again, and still takes results', async () => {
    const { batch, patient } = await intake.newBatch();
    const lot = await intake.newLot({ kind: 'reagent' });
    expect((await close(batch.id, { outcome: 'failed' })).json()).toMatchObject({
      fields: { reason: 'Say why it failed.' },
    });
    expect((await close(batch.id, { outcome: 'closed' })).json()).toMatchObject({ state: 'closed' });
    for (const refused of [
      await close(batch.id, { outcome: 'failed', reason: 'Too late' }),
      await useLot(batch.id, { lot_id: lot.id }),
      await addVials(batch.id, { quantity: 1 }),
    ]) {
      expect([refused.statusCode, refused.json().reason]).toEqual([409, 'batch_closed']);
    }
    expect((await qc(batch.id, { test: 'viability', value: 91 })).statusCode).toBe(200);
    const kinds = (await listEvents(world, patient)).map(({ kind }) => kind);
    expect(kinds.slice(-2)).toEqual(['batch.closed', 'qc.recorded']);
  });

  test('closing against adding vials at once never leaves vials that came after the end', async () => {
    for (let round = 0; round < 10; round += 1) {
      const { batch, patient } = await intake.newBatch();
      await Promise.all([close(batch.id, { outcome: 'closed' }), addVials(batch.id, { quantity: 1 })]);
      const kinds = (await listEvents(world, patient)).map(({ kind }) => kind);
      expect(kinds.indexOf('vials.added')).toBeLessThan(kinds.indexOf('batch.closed'));
    }
  });

  test('another lab’s batch does not exist', async () => {
    const { batch } = await intake.newBatch();
    const other = await world.as('lab2');
    const [theirs, none] = await Promise.all([
      world.send(other, readBatch, { params: { id: batch.id } }),
      world.send(other, readBatch, { params: { id: 999_999 } }),
    ]);
    const { request_id: _one, ...first } = theirs.json();
    const { request_id: _other, ...second } = none.json();
    expect([theirs.statusCode, first]).toEqual([404, second]);
    const read = await world.call(intake.admin, readBatch, {
      params: { id: batch.id },
      query: { lab_id: intake.lab.user.id },
    });
    expect(read.id).toBe(batch.id);
  });
});

describe('Test results', () => {
  test.each([
    [70, 'pass'],
    [69.9, 'fail'],
  ])('a viability of %d percent is computed as %s', async (value, verdict) => {
    const { batch } = await intake.newBatch();
    const { results } = (await qc(batch.id, { test: 'viability', value })).json();
    expect(results).toMatchObject([{ value, verdict, unit: '%', limit_words: 'at least 70 %', is_current: true }]);
    const other = verdict === 'pass' ? 'fail' : 'pass';
    const { batch: second } = await intake.newBatch();
    const refused = await qc(second.id, { test: 'viability', value, verdict: other });
    expect([refused.statusCode, refused.json()]).toMatchObject([
      400,
      { reason: 'verdict', fields: { verdict: expect.any(String) } },
    ]);
  });

  test.each([
    ['without a verdict', { test: 'sterility' }, 'verdict'],
    ['that passed without a count', { test: 'count', verdict: 'pass' }, 'verdict'],
    ['of more than 100 percent', { test: 'viability', value: 101 }, 'value'],
    [
      'sampled tomorrow next year',
      { test: 'count', value: 1, verdict: 'pass', sampled_on: '2999-01-01' },
      'sampled_on',
    ],
    [
      'that completes the sterility by a pending test',
      { test: 'sterility', verdict: 'pending', set_sterility: true },
      'set_sterility',
    ],
    ['that corrects without a reason', { test: 'sterility', verdict: 'pass', replaces: 1 }, 'reason'],
  ])('a result %s is refused at its field', async (_, body, field) => {
    const { batch } = await intake.newBatch();
    const refused = await qc(batch.id, body);
    expect([refused.statusCode, Object.keys(refused.json().fields)]).toEqual([400, [field]]);
  });

  test('a correction is a new row that names the one it replaces, and the old one stays', async () => {
    const { batch, patient } = await intake.newBatch();
    const [first] = (await qc(batch.id, { test: 'sterility', verdict: 'pending' })).json().results;
    expect((await qc(batch.id, { test: 'sterility', verdict: 'pass' })).json()).toMatchObject({
      reason: 'result_known',
    });
    const correction = {
      test: 'sterility',
      verdict: 'pass',
      replaces: first.id,
      reason: 'The result came',
      set_sterility: true,
    };
    const { results } = (await qc(batch.id, correction)).json();
    expect(results).toMatchObject([
      { verdict: 'pending', is_current: false },
      { verdict: 'pass', is_current: true, replaces_id: first.id, reason: 'The result came' },
    ]);
    expect((await qc(batch.id, correction)).json()).toMatchObject({ reason: 'result_replaced' });
    expect((await qc(batch.id, { ...correction, test: 'count' })).statusCode).toBe(400);
    const [record] = await world.sql('select sterility_complete from patient_records where patient_id = $1', [patient]);
    expect(record).toEqual({ sterility_complete: true });
  });

  test('20 corrections of one result at once leave one', async () => {
    const { batch } = await intake.newBatch();
    const [first] = (await qc(batch.id, { test: 'count', verdict: 'pending' })).json().results;
    const body = { test: 'count', value: 12, verdict: 'pass', replaces: first.id, reason: 'Counted' };
    const answers = await Promise.all(Array.from({ length: 20 }, () => qc(batch.id, body)));
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    expect(answers.filter((answer) => answer.json().reason === 'result_replaced')).toHaveLength(19);
  });
});

describe('Who made the vials', () => {
  test('vials that are added in a shift have its operator in the chain, in their quarantine and in their passport', async () => {
    const { batch, patient } = await intake.newBatch();
    await world.sql("update lab_settings set release_policy = 'signed' where lab_id = $1", [intake.lab.user.id]);
    const { id } = await newOperator(world, intake.lab);
    try {
      const { codes } = await world.call(intake.lab, addBatchVials, {
        params: { id: batch.id },
        body: { ...scanOf(), quantity: 1, date: today() },
      });
      expect((await listEvents(world, patient)).slice(-2)).toMatchObject([
        { kind: 'vials.added', facts: { operator: id } },
        { kind: 'bench.quarantined', facts: { operator: id, reason: 'awaiting_release' } },
      ]);
      const { steps } = await world.call(intake.lab, readVialPassport, { params: { code: codes[0] } });
      const ofVial = steps.filter(({ kind }) => kind === 'vials.added' || kind === 'bench.quarantined');
      expect(ofVial.map(({ operator }) => operator)).toEqual(['Nora Lindqvist', 'Nora Lindqvist']);
    } finally {
      await world.sql('update lab_operators set ended_at = now() where id = $1', [id]);
      await world.sql("update lab_settings set release_policy = 'on_record' where lab_id = $1", [intake.lab.user.id]);
    }
  });
});
