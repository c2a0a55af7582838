import { correctArrival, listArrivals } from '@vialkeep/contract/arrivals.ts';
import { addBatchVials, openBatch, recordBatchLot } from '@vialkeep/contract/batches.ts';
import { recordHarvest } from '@vialkeep/contract/harvests.ts';
import { correctLot, listLots } from '@vialkeep/contract/kits.ts';
import { closeDeviation } from '@vialkeep/contract/release.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hoursAgo, type Intake, listEvents, openIntake, scanOf, today } from '../../testing/bench/intake-world.ts';
import { PASSWORD } from '../../testing/people.ts';
import { newWorld, type World } from '../../testing/world.ts';

let world: World;
let intake: Intake;
beforeAll(async () => {
  world = await newWorld();
  intake = await openIntake(world);
});
afterAll(() => world.close());

const correct = (id: number, body: object) =>
  world.send(intake.lab, correctArrival, { params: { id: String(id) }, body });
const correction = (values: object = {}) =>
  intake.arrival({ version: 0, reason: 'The box was open at one side.', ...values });
const openBatchOf = (patient_id: number, arrival_id: number) =>
  world.send(intake.lab, openBatch, { body: { patient_id, arrival_id, passage: 1 } });

describe('A corrected arrival', () => {
  test('a corrected arrival says the new inspection, keeps the old one readable, and has the consequences of its new decision', async () => {
    const { patient, arrival } = await intake.receive();
    const body = correction({ condition: 'open', decision: 'rejected' });
    const answer = (await correct(arrival.id, body)).json();
    expect(answer).toMatchObject({
      id: arrival.id,
      condition: 'open',
      decision: 'rejected',
      reason: 'The box was open at one side.',
      deviation_id: expect.any(Number),
      earlier: [{ condition: 'intact', decision: 'accepted', reason: '', corrected_at: expect.any(String) }],
    });
    expect((await listEvents(world, patient)).slice(-2)).toMatchObject([
      { kind: 'tissue.rejected', facts: { arrival: arrival.id, correction: 1, decision: 'rejected' } },
      { kind: 'processing.changed', facts: { date_adipose_received_by_lab: { to: null } } },
    ]);
    const [letter] = await world.sql("select subject from letters where kind = 'arrival' order by id desc");
    expect(letter?.['subject']).toContain(`tissue of patient #${patient} was rejected`);
    expect(await world.sql('select decision from arrivals where id = $1', [arrival.id])).toEqual([
      { decision: 'accepted' },
    ]);
    const { results } = await world.call(intake.lab, listArrivals, { query: { patient_id: String(patient) } });
    expect(results).toEqual([answer]);
    expect((await openBatchOf(patient, arrival.id)).json()).toMatchObject({ reason: 'arrival_rejected' });
  });

  test('a correction counts once when it is sent again, and is refused where another correction came before', async () => {
    const { patient, arrival } = await intake.receive();
    const body = correction({ temperature_c: -4.5 });
    const [first, again] = [await correct(arrival.id, body), await correct(arrival.id, body)];
    expect(again.json()).toEqual(first.json());
    expect(first.json()).toMatchObject({ temperature_c: -4.5, earlier: [{ temperature_c: null }] });
    expect((await correct(arrival.id, correction())).json()).toMatchObject({ reason: 'changed_meanwhile' });
    const second = (await correct(arrival.id, correction({ version: 1, temperature_c: -5 }))).json();
    expect(second).toMatchObject({ temperature_c: -5, earlier: [{ temperature_c: null }, { temperature_c: -4.5 }] });
    const events = await listEvents(world, patient);
    expect(events.filter(({ kind }) => kind === 'tissue.received')).toHaveLength(3);
    const letters = await world.sql("select 1 from letters where kind = 'arrival' and subject like $1", [
      `%#${patient} %`,
    ]);
    expect(letters).toHaveLength(1);
  });

  test('an arrival that is accepted after all can be processed', async () => {
    const { patient, arrival } = await intake.receive({
      condition: 'wet',
      decision: 'rejected',
      reason: 'The box is wet.',
    });
    expect((await openBatchOf(patient, arrival.id)).statusCode).toBe(409);
    const body = correction({ reason: 'Only the outer bag was wet.' });
    expect((await correct(arrival.id, body)).statusCode).toBe(200);
    expect((await openBatchOf(patient, arrival.id)).statusCode).toBe(200);
  });

  test('an arrival that is rejected after all lets no vials be added to its open batch, and lets them once it is accepted again', async () => {
    const { batch, arrival } = await intake.newBatch();
    const addVials = () =>
      world.send(intake.lab, addBatchVials, {
        params: { id: String(batch.id) },
        body: { ...scanOf(), quantity: 2, date: today() },
      });
    expect((await correct(arrival.id, correction({ condition: 'open', decision: 'rejected' }))).statusCode).toBe(200);
    const refused = await addVials();
    expect([refused.statusCode, refused.json()]).toMatchObject([
      409,
      { reason: 'arrival_rejected', message: 'This tissue was rejected when it arrived.' },
    ]);
    expect(await world.sql('select id from vials where batch_id = $1', [batch.id])).toEqual([]);
    expect((await correct(arrival.id, correction({ version: 1 }))).statusCode).toBe(200);
    expect((await addVials()).statusCode).toBe(200);
  });

  test('an arrival shows the deviation that is open, or else the latest', async () => {
    const { patient, arrival } = await intake.receive({ condition: 'wet', decision: 'rejected', reason: 'It is wet.' });
    const close = (id: number) =>
      world.call(intake.lab, closeDeviation, {
        params: { id },
        body: { risk: 'none', conclusion: 'The tissue is good.', signature: { password: PASSWORD } },
      });
    const shown = async () =>
      (await world.call(intake.lab, listArrivals, { query: { patient_id: String(patient) } })).results[0]?.deviation_id;
    const first = Number(arrival.deviation_id);
    const body = correction({ condition: 'wet', decision: 'accepted_with_deviation' });
    const second = (await correct(arrival.id, body)).json().deviation_id;
    expect(second).toBeGreaterThan(first);
    await close(second);
    expect(await shown()).toBe(first);
    await close(first);
    expect(await shown()).toBe(second);
  });

  test('a correction is judged by the criteria of the day of its arrival, needs a reason, and exists for its lab only', async () => {
    const { arrival, harvest } = await intake.receive();
    expect((await correct(arrival.id, correction({ indicator: 'exceeded' }))).json()).toMatchObject({
      reason: 'criteria_failed',
      fields: { indicator: 'The temperature indicator is exceeded.' },
    });
    expect((await correct(arrival.id, correction({ reason: 'wrong' }))).json()).toMatchObject({
      fields: { reason: 'Say why, in at least 10 characters.' },
    });
    expect((await correct(arrival.id, correction({ arrived_at: hoursAgo(200) }))).json()).toMatchObject({
      reason: 'before_harvest',
    });
    expect((await correct(arrival.id + 1_000, correction())).statusCode).toBe(404);
    expect(harvest.id).toBe(arrival.harvest_id);
  });
});

describe('A corrected lot', () => {
  const correctDay = (id: number, expires_on: string | null, reason = 'The label says 2027.') =>
    world.send(intake.lab, correctLot, { params: { id: String(id) }, body: { expires_on, reason } });

  test('a corrected lot has its new last day at once, and its old one with the reason stays readable', async () => {
    const kit = await intake.newKit({ expires_on: '2026-01-31' });
    const patient = await intake.addPatient();
    const use = () =>
      world.send(intake.hc, recordHarvest, {
        body: { patient_id: patient, kit_code: kit.code, harvested_at: hoursAgo(1) },
      });
    expect((await use()).json()).toMatchObject({ reason: 'kit_expired' });
    const answer = (await correctDay(kit.lot.id, '2099-01-31')).json();
    expect(answer).toMatchObject({
      expires_on: '2099-01-31',
      is_expired: false,
      corrections: [{ expires_on_before: '2026-01-31', expires_on: '2099-01-31', reason: 'The label says 2027.' }],
    });
    expect((await correctDay(kit.lot.id, '2099-01-31')).json()).toEqual(answer);
    expect((await use()).statusCode).toBe(200);
    const { results } = await world.call(intake.lab, listLots, {});
    expect(results.find(({ id }) => id === kit.lot.id)?.corrections).toEqual(answer.corrections);
  });

  test('a lot that has expired after all is used no more', async () => {
    const lot = await intake.newLot({ kind: 'reagent', name: 'Medium', expires_on: '2099-01-31' });
    const { batch } = await intake.newBatch();
    expect((await correctDay(lot.id, '2026-01-31')).statusCode).toBe(200);
    const used = await world.send(intake.lab, recordBatchLot, {
      params: { id: String(batch.id) },
      body: { ...scanOf(), lot_id: lot.id },
    });
    expect(used.json()).toMatchObject({ reason: 'lot_expired' });
  });

  test('the correction of a lot needs a reason, and another lab’s lot does not exist', async () => {
    const lot = await intake.newLot();
    expect((await correctDay(lot.id, null, 'wrong')).json()).toMatchObject({
      fields: { reason: 'Say why, in at least 10 characters.' },
    });
    expect((await correctDay(lot.id + 1_000, null)).statusCode).toBe(404);
  });
});
