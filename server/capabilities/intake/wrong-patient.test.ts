import { correctArrival, listArrivals, recordArrival } from '@vialkeep/contract/arrivals.ts';
import { listHarvests } from '@vialkeep/contract/harvests.ts';
import { updatePatient } from '@vialkeep/contract/patients.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listFaults } from '../../cli/walk-ledger.ts';
import { type Intake, listEvents, openIntake, today } from '../../testing/bench/intake-world.ts';
import { newWorld, type World } from '../../testing/world.ts';

let world: World;
let intake: Intake;
beforeAll(async () => {
  world = await newWorld();
  intake = await openIntake(world);
});
afterAll(() => world.close());

const record = (values: object) => world.send(intake.lab, recordArrival, { body: intake.arrival(values) });
const correct = (id: number, values: object = {}) =>
  world.send(intake.lab, correctArrival, {
    params: { id: String(id) },
    body: intake.arrival({ version: 0, reason: 'It was recorded for the wrong patient.', ...values }),
  });
const reject = (id: number, values: object = {}) => correct(id, { decision: 'rejected', ...values });
const receivedOn = async (patient: number) =>
  (
    await world.sql<{ day: string | null }>(
      'select date_adipose_received_by_lab as day from patient_records where patient_id = $1',
      [patient],
    )
  )[0]?.day ?? null;
const kindsOf = async (patient: number) => (await listEvents(world, patient)).map(({ kind }) => kind);

describe('An arrival that was recorded for the wrong patient', () => {
  test('an arrival stays with its patient: a correction to another one is refused with the way to go', async () => {
    const [kit, wrong, right] = [await intake.newKit(), await intake.addPatient(), await intake.addPatient()];
    const { id } = (await record({ kit_code: kit.code, patient_id: wrong })).json();
    const refused = await correct(id, { patient_id: right });
    expect([refused.statusCode, refused.json()]).toMatchObject([
      409,
      { reason: 'other_patient', fields: { patient_id: expect.stringContaining('record the tissue anew') } },
    ]);
    expect(await kindsOf(right)).toEqual([]);
    expect((await correct(id, { patient_id: wrong })).statusCode).toBe(200);
  });

  test('an arrival of the wrong patient is rejected by a correction, and its kit is recorded anew for the right patient; both chains say so', async () => {
    const [kit, wrong, right] = [await intake.newKit(), await intake.addPatient(), await intake.addPatient()];
    const named = { kit_code: kit.code, patient_id: right };
    const { id } = (await record({ kit_code: kit.code, patient_id: wrong })).json();
    expect(await receivedOn(wrong)).toBe(today());
    expect((await record(named)).json()).toMatchObject({ reason: 'arrived_already' });
    expect((await reject(id)).statusCode).toBe(200);
    expect(await receivedOn(wrong)).toBeNull();
    const anew = (await record(named)).json();
    expect(anew).toMatchObject({ kit_code: kit.code, decision: 'accepted', patient: { id: right } });
    expect(await receivedOn(right)).toBe(today());
    expect(await kindsOf(wrong)).toEqual([
      'tissue.received',
      'processing.changed',
      'tissue.rejected',
      'processing.changed',
    ]);
    expect(await kindsOf(right)).toEqual(['tissue.received', 'processing.changed']);
    expect((await record(named)).json()).toMatchObject({ reason: 'arrived_already' });
    expect((await correct(id, { version: 1 })).json()).toMatchObject({ reason: 'recorded_anew' });
    const { results } = await world.call(intake.lab, listArrivals, { query: { patient_id: String(wrong) } });
    expect(results).toMatchObject([{ id, decision: 'rejected', kit_code: kit.code }]);
    const faults = await listFaults(world.app.services);
    expect(faults.filter((fault) => !fault.startsWith('Document'))).toEqual([]);
  });

  test('an arrival that took the wrong patient’s harvest leaves the kit of this harvest to be received with its own tissue', async () => {
    const { kit, patient: wrong, harvest } = await intake.harvest();
    const { id } = (await record({ patient_id: wrong })).json();
    const read = async () =>
      (await world.call(intake.lab, listHarvests, { query: { kit_code: kit.code } })).results.map(
        ({ arrival_id, may_arrive_again }) => ({ arrival_id, may_arrive_again }),
      );
    expect(await read()).toEqual([{ arrival_id: id, may_arrive_again: false }]);
    await reject(id);
    expect(await read()).toEqual([{ arrival_id: id, may_arrive_again: true }]);
    const anew = (await record({ kit_code: kit.code })).json();
    expect(anew).toMatchObject({ harvest_id: harvest.id, patient: { id: wrong }, decision: 'accepted' });
    expect(await read()).toEqual([{ arrival_id: anew.id, may_arrive_again: false }]);
    expect((await correct(id, { version: 1 })).json()).toMatchObject({ reason: 'recorded_anew' });
    await reject(anew.id);
    expect((await correct(id, { version: 1 })).statusCode).toBe(200);
    expect(await read()).toEqual([{ arrival_id: id, may_arrive_again: false }]);
  });

  test('a rejected arrival gives its received date to the next accepted one, and leaves a date that was entered by hand', async () => {
    const patient = await intake.addPatient();
    const arrive = async (day: string) =>
      (await record({ patient_id: patient, arrived_at: `${day}T10:00:00.000Z` })).json().id;
    const [first, second] = [await arrive('2026-03-05'), await arrive('2026-03-09')];
    expect(await receivedOn(patient)).toBe('2026-03-05');
    await reject(first);
    expect(await receivedOn(patient)).toBe('2026-03-09');
    await reject(second);
    expect(await receivedOn(patient)).toBeNull();
    const third = await arrive('2026-03-11');
    const body = { date_adipose_received_by_lab: '2026-03-10' };
    await world.call(intake.lab, updatePatient, { params: { id: patient }, body });
    await reject(third);
    expect(await receivedOn(patient)).toBe('2026-03-10');
  });

  test('tissue that was rejected when it arrived is not recorded twice', async () => {
    const { kit } = await intake.harvest();
    const values = { kit_code: kit.code, condition: 'open', decision: 'rejected', reason: 'The box was open.' };
    expect((await record(values)).statusCode).toBe(200);
    expect((await record(values)).json()).toMatchObject({ reason: 'arrived_already' });
  });
});
