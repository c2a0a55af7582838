import { listArrivals, readBenchPhoto, recordArrival, uploadBenchPhoto } from '@vialkeep/contract/arrivals.ts';
import { readVialCode } from '@vialkeep/contract/vial-code.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hoursAgo, type Intake, listEvents, openIntake } from '../../../testing/bench/intake-world.ts';
import { newWorld, type World } from '../../../testing/world.ts';

let world: World;
let intake: Intake;
beforeAll(async () => {
  world = await newWorld({ DATABASE_POOL: '16' });
  intake = await openIntake(world);
});
afterAll(() => world.close());

const record = (body: object) => world.send(intake.lab, recordArrival, { body });
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const upload = async () =>
  (await world.call(intake.lab, uploadBenchPhoto, { file: { name: 'box.png', bytes: PNG } })).filename;
const receivedOn = async (patient: number) =>
  (
    await world.sql<{ day: string | null }>(
      'select date_adipose_received_by_lab::text as day from patient_records where patient_id = $1',
      [patient],
    )
  )[0]?.day;

describe('Arrivals', () => {
  test('F163 tissue is accepted by its kit: transit, received date, chain, state of the kit and the letter', async () => {
    const { kit, patient, harvest } = await intake.harvest(31);
    const body = intake.arrival({ kit_code: kit.code, tracking_number: '7711 9981 2204' });
    const answer = await world.call(intake.lab, recordArrival, { body });
    expect(answer).toMatchObject({
      patient: { id: patient },
      harvest_id: harvest.id,
      kit_code: kit.code,
      transit_minutes: 31 * 60,
      window_minutes: 72 * 60,
      decision: 'accepted',
      deviation_id: null,
    });
    expect((await listEvents(world, patient)).map(({ kind }) => kind)).toEqual([
      'kit.used',
      'tissue.received',
      'processing.changed',
    ]);
    expect(await receivedOn(patient)).toBe(body['arrived_at'].slice(0, 10));
    expect(await world.sql('select state from kits where id = $1', [kit.id])).toEqual([{ state: 'received' }]);
    const [letter] = await world.sql("select recipient, subject from letters where kind = 'arrival' order by id desc");
    expect(letter).toEqual({
      recipient: 'hc@vialkeep.test',
      subject: expect.stringContaining(`tissue of patient #${patient} has arrived`),
    });
    expect(await world.call(intake.lab, recordArrival, { body })).toEqual(answer);
    expect((await record(intake.arrival({ kit_code: kit.code }))).json()).toMatchObject({ reason: 'arrived_already' });
  });

  test('a filled received date is never changed', async () => {
    const { kit, patient } = await intake.harvest();
    await world.sql(
      `update patient_records set date_adipose_received_by_lab = '2026-01-05',
         estimated_date_vials_ready_to_ship = date '2026-01-05' + 45 where patient_id = $1`,
      [patient],
    );
    await world.call(intake.lab, recordArrival, { body: intake.arrival({ kit_code: kit.code }) });
    expect(await receivedOn(patient)).toBe('2026-01-05');
  });

  test.each([
    [{ condition: 'damaged' }, 'condition'],
    [{ condition: 'wet' }, 'condition'],
    [{ condition: 'open' }, 'condition'],
    [{ indicator: 'exceeded' }, 'indicator'],
    [{ identity_matches: false }, 'identity_matches'],
  ])(
    'an arrival with %j cannot be accepted, and is accepted with a deviation that opens by itself',
    async (values, field) => {
      const { kit, patient } = await intake.harvest();
      const refused = await record(intake.arrival({ kit_code: kit.code, ...values }));
      expect([refused.statusCode, refused.json()]).toMatchObject([
        409,
        {
          reason: 'criteria_failed',
          message: 'Accept with a deviation, or reject.',
          fields: { [field]: expect.any(String) },
        },
      ]);
      const withDeviation = { kit_code: kit.code, ...values, decision: 'accepted_with_deviation' };
      const short = await record(intake.arrival({ ...withDeviation, reason: 'too short' }));
      expect([short.statusCode, Object.keys(short.json().fields)]).toEqual([400, ['reason']]);
      const body = intake.arrival({ ...withDeviation, reason: 'The lid was cracked' });
      const { id, deviation_id } = await world.call(intake.lab, recordArrival, { body });
      const [deviation] = await world.sql('select title, state, source from deviations where id = $1', [deviation_id]);
      expect(deviation).toMatchObject({ state: 'open', source: { arrival: id } });
      expect((await listEvents(world, patient)).at(1)).toMatchObject({
        kind: 'tissue.received',
        facts: { decision: 'accepted_with_deviation', deviation: deviation_id },
      });
    },
  );

  test('tissue beyond its window is not accepted, and exactly at its end it is', async () => {
    const late = await intake.harvest(72.1);
    const refused = await record(intake.arrival({ kit_code: late.kit.code }));
    expect(refused.json()).toMatchObject({ fields: { arrived_at: 'In transit 73 h of 72 h' } });
    const inTime = await intake.harvest(72);
    const arrived_at = new Date(Date.parse(inTime.harvest.harvested_at) + 72 * 60 * 60 * 1000).toISOString();
    expect((await record(intake.arrival({ kit_code: inTime.kit.code, arrived_at }))).statusCode).toBe(200);
  });

  test('rejected tissue leaves the received date empty, opens a deviation and tells the clinic', async () => {
    const { kit, patient } = await intake.harvest();
    const values = { kit_code: kit.code, condition: 'open', decision: 'rejected', reason: 'The box was open' };
    const answer = await world.call(intake.lab, recordArrival, { body: intake.arrival(values) });
    expect(answer.deviation_id).not.toBeNull();
    expect(await receivedOn(patient)).toBeNull();
    expect((await listEvents(world, patient)).map(({ kind }) => kind)).toEqual(['kit.used', 'tissue.rejected']);
    const [letter] = await world.sql<{ subject: string }>(
      "select subject from letters where kind = 'arrival' order by id desc",
    );
    expect(letter?.subject).toContain('was rejected');
  });

  test('a kit that was not scanned at the clinic needs the patient, and its time is not judged', async () => {
    const [kit, patient] = [await intake.newKit(), await intake.addPatient()];
    const refused = await record(intake.arrival({ kit_code: kit.code }));
    expect(refused.json()).toMatchObject({ reason: 'patient_required', fields: { patient_id: expect.any(String) } });
    const body = intake.arrival({ kit_code: kit.code, patient_id: patient });
    const answer = await world.call(intake.lab, recordArrival, { body });
    expect(answer).toMatchObject({ harvest_id: null, transit_minutes: null });
    const again = await record(intake.arrival({ kit_code: kit.code, patient_id: patient }));
    expect(again.json()).toMatchObject({ reason: 'arrived_already' });
  });

  test('a patient alone brings the harvest that is on its way', async () => {
    const { patient, harvest } = await intake.harvest();
    const answer = await world.call(intake.lab, recordArrival, { body: intake.arrival({ patient_id: patient }) });
    expect(answer.harvest_id).toBe(harvest.id);
  });

  test('another patient’s kit, a time before the harvest, and strangers are refused at their fields', async () => {
    const { kit, patient } = await intake.harvest(5);
    const other = await intake.addPatient();
    const send = async (values: object) => (await record(intake.arrival(values))).json();
    expect(await send({ kit_code: kit.code, patient_id: other })).toMatchObject({
      fields: { patient_id: expect.any(String) },
    });
    expect(await send({ kit_code: kit.code, arrived_at: hoursAgo(6) })).toMatchObject({ reason: 'before_harvest' });
    expect(await send({})).toMatchObject({ fields: { kit_code: 'Scan the kit, or choose the patient.' } });
    expect(await send({ patient_id: await world.idOf('patient2@vialkeep.test') })).toMatchObject({
      reason: 'not_found',
    });
    expect(await send({ kit_code: readVialCode('0123-4567-Y') })).toMatchObject({ reason: 'not_found' });
    expect(await send({ patient_id: patient, temperature_c: 900 })).toMatchObject({
      fields: { temperature_c: expect.any(String) },
    });
  });

  test('20 tablets that receive one kit at once record one arrival', async () => {
    const { kit } = await intake.harvest();
    const answers = await Promise.all(Array.from({ length: 20 }, () => record(intake.arrival({ kit_code: kit.code }))));
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    expect(answers.filter((answer) => answer.json().reason === 'arrived_already')).toHaveLength(19);
  });

  test('photos belong to one arrival, and only the lab and administrators read them', async () => {
    const { kit } = await intake.harvest();
    const photo = await upload();
    const body = intake.arrival({ kit_code: kit.code, photos: [photo] });
    expect(await world.call(intake.lab, recordArrival, { body })).toMatchObject({ photos: [photo] });
    const read = (caller: typeof intake.lab) => world.send(caller, readBenchPhoto, { params: { file: photo } });
    expect([(await read(intake.lab)).statusCode, (await read(intake.admin)).statusCode]).toEqual([200, 200]);
    expect((await read(await world.as('lab2'))).statusCode).toBe(404);
    expect((await read(intake.hc)).statusCode).toBe(403);
    const taken = await intake.harvest();
    for (const photos of [[photo], ['none.png'], ['../hc-logos/x.png']]) {
      const refused = await record(intake.arrival({ kit_code: taken.kit.code, photos }));
      expect([refused.statusCode, refused.json()]).toMatchObject([400, { reason: 'photo_unknown' }]);
    }
    const many = Array.from({ length: 7 }, (_, at) => `${at}.png`);
    expect((await record(intake.arrival({ kit_code: taken.kit.code, photos: many }))).statusCode).toBe(400);
  });

  test('a photo is judged by its bytes', async () => {
    const file = { name: 'box.png', bytes: Buffer.from('<script>alert(1)</script>') };
    expect((await world.send(intake.lab, uploadBenchPhoto, { file })).statusCode).toBe(415);
  });

  test('the list shows what arrived, newest first, with texts as they were typed', async () => {
    const { patient } = await intake.receive({
      condition: 'wet',
      decision: 'accepted_with_deviation',
      reason: '=cmd|calc!A1 ^XZ <b>',
    });
    const list = await world.call(intake.lab, listArrivals, { query: { patient_id: patient } });
    expect(list).toMatchObject({ count: 1, results: [{ reason: '=cmd|calc!A1 ^XZ <b>', operator: null }] });
  });
});
