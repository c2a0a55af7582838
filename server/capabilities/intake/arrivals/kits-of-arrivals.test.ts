import { correctArrival, recordArrival } from '@vialkeep/contract/arrivals.ts';
import { addBatchVials, openBatch } from '@vialkeep/contract/batches.ts';
import { openDeviation, traceSource } from '@vialkeep/contract/deviations.ts';
import { correctLot, voidKit } from '@vialkeep/contract/kits.ts';
import { recallDeviation } from '@vialkeep/contract/release.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hoursAgo, type Intake, listEvents, openIntake, scanOf, today } from '../../../testing/bench/intake-world.ts';
import { newWorld, type World } from '../../../testing/world.ts';

let world: World;
let intake: Intake;
beforeAll(async () => {
  world = await newWorld({ DATABASE_POOL: '16' });
  intake = await openIntake(world);
});
afterAll(() => world.close());

const record = (values: object) => world.send(intake.lab, recordArrival, { body: intake.arrival(values) });
const stateOf = async (kit: { id: number }) =>
  (await world.sql<{ state: string }>('select state from kits where id = $1', [kit.id]))[0]?.state;
const holdLot = async (lotId: number) => {
  const source = { kit_lot: lotId };
  const { id } = await world.call(intake.lab, openDeviation, { body: { title: 'Leaking lids', source } });
  await world.call(intake.lab, recallDeviation, { params: { id }, body: { quarantine: true, notify: false } });
};

describe('A kit that was scanned at the lab only', () => {
  test('a kit scanned at the lab only is named by its arrival, and a recall of its lot holds the vials made from it, before and after', async () => {
    const [kit, patient] = [await intake.newKit(), await intake.addPatient()];
    const arrival = (await record({ kit_code: kit.code, patient_id: patient })).json();
    expect(arrival).toMatchObject({ kit_code: kit.code, kit_fault: null, harvest_id: null, decision: 'accepted' });
    expect((await listEvents(world, patient)).at(0)).toMatchObject({
      kind: 'tissue.received',
      facts: { arrival: arrival.id, kit: kit.code, harvest: null },
    });
    const batch = await world.call(intake.lab, openBatch, {
      body: { patient_id: patient, arrival_id: arrival.id, passage: 1 },
    });
    const add = (quantity: number) =>
      world.call(intake.lab, addBatchVials, {
        params: { id: batch.id },
        body: { ...scanOf(), quantity, date: today() },
      });
    const { codes } = await add(1);
    const trace = await world.call(intake.lab, traceSource, { body: { source: { kit_lot: kit.lot.id } } });
    expect(trace.vials.map(({ code }) => code)).toEqual(codes);
    expect(trace).toMatchObject({ arrivals: [{ arrival_id: arrival.id }], kits: [{ code: kit.code }] });
    await holdLot(kit.lot.id);
    const later = await add(1);
    const held = await world.sql('select hold_reason from vials where code = any($1)', [[...codes, ...later.codes]]);
    expect(held).toEqual([{ hold_reason: 'deviation' }, { hold_reason: 'deviation' }]);
  });

  test('a kit arrives once, also when 10 tablets receive it at once for different patients', async () => {
    const kit = await intake.newKit();
    const patients = await Promise.all(Array.from({ length: 10 }, () => intake.addPatient()));
    const answers = await Promise.all(patients.map((patient_id) => record({ kit_code: kit.code, patient_id })));
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    expect(answers.filter((answer) => answer.json().reason === 'arrived_already')).toHaveLength(9);
    expect(await world.sql('select count(*)::int as n from arrivals where kit_id = $1', [kit.id])).toEqual([{ n: 1 }]);
  });
});

describe('A kit that must not be used', () => {
  const makeVoid = (kit: { id: number }) =>
    world.call(intake.lab, voidKit, { params: { id: kit.id }, body: { reason: 'The seal was open' } });
  const makeExpired = (kit: { lot: { id: number } }) =>
    world.call(intake.lab, correctLot, {
      params: { id: kit.lot.id },
      body: { expires_on: hoursAgo(48).slice(0, 10), reason: 'The label says so.' },
    });

  test.each([
    ['void', 'This kit is void.', 'void'],
    ['held', 'This kit must not be used: its lot is held.', 'received'],
    ['expired', 'This kit has expired.', 'received'],
  ])(
    'a kit that is %s fails a criterion: its tissue is accepted with a deviation, or rejected',
    async (fault, words, after) => {
      const [kit, patient] = [await intake.newKit(), await intake.addPatient()];
      if (fault === 'void') await makeVoid(kit);
      if (fault === 'held') await holdLot(kit.lot.id);
      if (fault === 'expired') await makeExpired(kit);
      const named = { kit_code: kit.code, patient_id: patient };
      const refused = await record(named);
      expect([refused.statusCode, refused.json()]).toMatchObject([
        409,
        { reason: 'criteria_failed', fields: { kit_code: words } },
      ]);
      expect(await listEvents(world, patient)).toEqual([]);
      const decided = { ...named, decision: 'accepted_with_deviation', reason: 'The tissue is good.' };
      const arrival = (await record(decided)).json();
      expect(arrival).toMatchObject({ kit_fault: fault, kit_code: kit.code, deviation_id: expect.any(Number) });
      const [deviation] = await world.sql<{ text: string }>('select text from deviations where id = $1', [
        arrival.deviation_id,
      ]);
      expect(deviation?.text).toBe(`${words}\nThe tissue is good.`);
      expect(await stateOf(kit)).toBe(after);
      expect((await record(decided)).json()).toMatchObject({ reason: 'arrived_already' });
    },
  );

  test('a kit is judged by the day of the harvest, and a lot that was held later does not change the arrival', async () => {
    const { kit, patient } = await intake.harvest(60);
    await world.call(intake.lab, correctLot, {
      params: { id: kit.lot.id },
      body: { expires_on: hoursAgo(60).slice(0, 10), reason: 'The label says so.' },
    });
    const arrival = (await record({ kit_code: kit.code })).json();
    expect(arrival).toMatchObject({ decision: 'accepted', kit_fault: null, patient: { id: patient } });
    await holdLot(kit.lot.id);
    const body = intake.arrival({ version: 0, reason: 'The temperature was missing.', temperature_c: 4 });
    const corrected = await world.send(intake.lab, correctArrival, { params: { id: arrival.id }, body });
    expect(corrected.json()).toMatchObject({ decision: 'accepted', kit_fault: null, temperature_c: 4 });
  });

  test('an arrival whose kit was called expired by mistake is accepted by a correction after the lot is corrected', async () => {
    const [kit, patient] = [await intake.newKit(), await intake.addPatient()];
    await makeExpired(kit);
    const values = { kit_code: kit.code, patient_id: patient, decision: 'rejected', reason: 'The kit has expired.' };
    const { id } = (await record(values)).json();
    const correct = () =>
      world.send(intake.lab, correctArrival, {
        params: { id },
        body: intake.arrival({ version: 0, reason: 'The last day was wrong.' }),
      });
    expect((await correct()).json()).toMatchObject({ fields: { kit_code: 'This kit has expired.' } });
    await world.call(intake.lab, correctLot, {
      params: { id: kit.lot.id },
      body: { expires_on: '2099-01-31', reason: 'It was misread.' },
    });
    expect((await correct()).json()).toMatchObject({ decision: 'accepted', kit_fault: null });
  });
});
