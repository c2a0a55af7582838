import { addBatchVials, readBatch, recordQc } from '@vialkeep/contract/batches.ts';
import { checkOut, readNextInvoice } from '@vialkeep/contract/checkout.ts';
import { openDeviation } from '@vialkeep/contract/deviations.ts';
import { quarantineVials } from '@vialkeep/contract/release.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listEvents, scanOf, today } from '../../../testing/bench/intake-world.ts';
import { openRelease, PASSED, type ReleaseWorld, refused } from '../../../testing/bench/release-world.ts';
import { kitOrder } from '../../../testing/kit-order.ts';
import { newWorld, type World } from '../../../testing/world.ts';
import { verifyCustody } from '../../custody/index.ts';
import { verifyOrders } from '../../orders/index.ts';
import { verifyVials } from '../../vials/index.ts';

let world: World;
let bench: ReleaseWorld;
beforeAll(async () => {
  world = await newWorld();
  bench = await openRelease(world, { release_policy: 'signed', reserve_on_order: true });
});
afterAll(() => world.close());

const reasonsOf = async (codes: readonly string[]) =>
  (await bench.statesOf(codes)).map(({ hold_reason }) => hold_reason);
const record = (id: number, body: object) =>
  world.call(bench.lab, recordQc, { params: { id }, body: { sampled_on: today(), ...body } });
const correct = async (id: number, name: string, verdict: string) => {
  const { results } = await world.call(bench.lab, readBatch, { params: { id } });
  const replaces = results.find(({ test: of, is_current }) => of === name && is_current)?.id;
  return record(id, { test: name, verdict, replaces, reason: 'The second culture says so.' });
};
const listFaults = async () => {
  const db = world.app.services.store.read('platform');
  return [...(await verifyCustody(db)), ...(await verifyVials(db)), ...(await verifyOrders(db))];
};
const buy = async (patient_id: number, quantity: number) => {
  const { transaction_id: invoice_id } = await world.call(bench.hc, readNextInvoice);
  const bought = { product_id: 2, product_quantity: quantity, total_amount: 450 * quantity + 95 };
  await world.call(bench.hc, checkOut, { body: { ...kitOrder, ...bought, patient_id, invoice_id } });
};

describe('A required test that has failed', () => {
  test('a failed required test holds the released vials of its batch and frees them from their orders, and a later pass lets them be released', async () => {
    const { codes, batch, patient } = await bench.newVials();
    expect((await bench.release(codes)).statusCode).toBe(200);
    await buy(patient, 2);
    const order = () => world.sql('select state from vial_orders where patient_id = $1', [patient]);
    expect(await order()).toEqual([{ state: 'ready' }]);
    await correct(batch.id, 'sterility', 'fail');
    expect(await reasonsOf(codes)).toEqual(['failed_qc', 'failed_qc']);
    expect(await order()).toEqual([{ state: 'waiting' }]);
    const events = await listEvents(world, patient);
    expect(events.slice(-3)).toMatchObject([
      { kind: 'qc.recorded' },
      { kind: 'bench.freed', facts: { codes } },
      { kind: 'bench.quarantined', facts: { reason: 'failed_qc', codes } },
    ]);
    expect(refused(await bench.release(codes)).fields).toEqual({ sterility: 'Failed' });
    await correct(batch.id, 'sterility', 'pass');
    expect(await reasonsOf(codes)).toEqual(['failed_qc', 'failed_qc']);
    expect((await bench.release(codes)).statusCode).toBe(200);
    expect(await listFaults()).toEqual([]);
  });

  test('a vial that is held for a deviation keeps that reason when a required test fails', async () => {
    const { codes, batch } = await bench.newVials();
    const [first = '', second = ''] = codes;
    const source = { vials: [first] };
    const { id } = await world.call(bench.lab, openDeviation, { body: { title: 'Dropped', source } });
    const body = { vial_codes: [first], note: 'Dropped', deviation_id: id };
    await world.call(bench.lab, quarantineVials, { body });
    await correct(batch.id, 'sterility', 'fail');
    expect(await reasonsOf([first, second])).toEqual(['deviation', 'failed_qc']);
  });

  test('a failed test that the lab does not require holds nothing', async () => {
    const { codes, batch } = await bench.newVials();
    expect((await bench.release(codes)).statusCode).toBe(200);
    await record(batch.id, { test: 'other', verdict: 'fail' });
    expect(await reasonsOf(codes)).toEqual([null, null]);
  });
});

describe('A failed test in a lab where vials are available when they are recorded', () => {
  test('a failed test holds the vials of the batch, those added later too, until the result is corrected and a release is signed', async () => {
    await world.sql("update lab_settings set release_policy = 'on_record', required_tests = '{sterility}'");
    const { codes, batch } = await bench.newVials({ tests: { ...PASSED, viability: 'fail' }, isClosed: false });
    expect(await reasonsOf(codes)).toEqual([null, null]);
    await correct(batch.id, 'sterility', 'fail');
    expect(await reasonsOf(codes)).toEqual(['failed_qc', 'failed_qc']);
    const added = await world.call(bench.lab, addBatchVials, {
      params: { id: batch.id },
      body: { ...scanOf(), quantity: 1, date: today() },
    });
    expect(await reasonsOf(added.codes)).toEqual(['failed_qc']);
    const all = [...codes, ...added.codes];
    expect(refused(await bench.release(all)).fields).toEqual({ sterility: 'Failed' });
    await correct(batch.id, 'sterility', 'pass');
    expect((await bench.release(all)).statusCode).toBe(200);
    expect(await listFaults()).toEqual([]);
  });
});
