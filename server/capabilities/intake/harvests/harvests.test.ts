import { listHarvests, recordHarvest } from '@vialkeep/contract/harvests.ts';
import { sendKits, voidKit } from '@vialkeep/contract/kits.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hoursAgo, type Intake, listEvents, openIntake, scanOf } from '../../../testing/bench/intake-world.ts';
import { newWorld, type World } from '../../../testing/world.ts';

let world: World;
let intake: Intake;
beforeAll(async () => {
  world = await newWorld({ DATABASE_POOL: '16' });
  intake = await openIntake(world);
});
afterAll(() => world.close());

const record = (body: object) => world.send(intake.hc, recordHarvest, { body });
const bodyOf = async (values: object = {}) => ({
  patient_id: await intake.addPatient(),
  kit_code: (await intake.newKit()).code,
  harvested_at: hoursAgo(2),
  ...values,
});

describe('Harvest day', () => {
  test('F162 a kit is used for a patient, the chain says so, and missing consents stop nothing', async () => {
    const kit = await intake.newKit();
    const center_id = intake.hc.user.id;
    await world.call(intake.lab, sendKits, { body: { ...scanOf(), codes: [kit.code], center_id } });
    const body = await bodyOf({
      kit_code: `K${kit.code.replaceAll('-', '').toLowerCase()}`,
      volume_ml: 40.5,
      harvested_at: hoursAgo(0),
    });
    const answer = await world.call(intake.hc, recordHarvest, { body });
    expect(answer).toMatchObject({
      harvest: { kit_code: kit.code, patient: { id: body.patient_id }, volume_ml: 40.5, arrival_id: null },
      sent_here: true,
      pending_consents: ['attestation', 'processing', 'storage'],
    });
    expect(await listEvents(world, body.patient_id)).toMatchObject([
      { kind: 'kit.used', facts: { kit: kit.code, center: center_id, sent_here: true } },
    ]);
    const [row] = await world.sql('select state from kits where id = $1', [kit.id]);
    expect(row).toEqual({ state: 'used' });
  });

  test('a kit that was not sent to this clinic is taken, and the chain notes it', async () => {
    const body = await bodyOf();
    expect((await record(body)).json()).toMatchObject({ sent_here: false });
    expect(await listEvents(world, body.patient_id)).toMatchObject([{ facts: { sent_here: false } }]);
  });

  test('the same harvest sent again gets the first answer, and the kit for another patient is refused', async () => {
    const body = await bodyOf();
    const first = (await record(body)).json();
    expect((await record(body)).json()).toEqual(first);
    expect(await listEvents(world, body.patient_id)).toHaveLength(1);
    const other = await record({ ...body, patient_id: await intake.addPatient() });
    expect(other.json()).toMatchObject({ reason: 'kit_used', fields: { kit_code: expect.any(String) } });
  });

  test('20 harvests with one kit at once use it once', async () => {
    const kit = await intake.newKit();
    const bodies = await Promise.all(Array.from({ length: 20 }, () => bodyOf({ kit_code: kit.code })));
    const answers = await Promise.all(bodies.map(record));
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    expect(answers.filter((answer) => answer.json().reason === 'kit_used')).toHaveLength(19);
  });

  test.each([
    [
      'kit_expired',
      (kit: { id: number; lot: { id: number } }) => [
        "update lots set expires_on = '2020-01-31' where id = $1",
        kit.lot.id,
      ],
    ],
    [
      'kit_held',
      (kit: { id: number; lot: { id: number } }) => [
        `with opened as (insert into deviations (domain_id, lab_id, title, text, source)
           select domain_id, lab_id, 'Held', '', '{}' from lots where id = $1 returning id)
         update lots set held_by = opened.id from opened where lots.id = $1`,
        kit.lot.id,
      ],
    ],
  ])('a kit is refused with %s at its field', async (reason, change) => {
    const kit = await intake.newKit();
    const [text, value] = change(kit);
    await world.sql(String(text), [value]);
    const body = await bodyOf({ kit_code: kit.code });
    const answer = await record(body);
    expect([answer.statusCode, answer.json()]).toMatchObject([
      409,
      { reason, fields: { kit_code: expect.any(String) } },
    ]);
    expect(await listEvents(world, body.patient_id)).toEqual([]);
  });

  test('a kit is judged by the day of the harvest, which is not before the day on which it was sent', async () => {
    const kit = await intake.newKit({ expires_on: hoursAgo(48).slice(0, 10) });
    await world.sql(
      "update kits set state = 'sent', center_id = $2, sent_at = now() - interval '2 days' where id = $1",
      [kit.id, intake.hc.user.id],
    );
    const body = await bodyOf({ kit_code: kit.code, harvested_at: hoursAgo(0) });
    expect((await record(body)).json()).toMatchObject({ reason: 'kit_expired' });
    const early = await record({ ...body, harvested_at: hoursAgo(72) });
    expect([early.statusCode, early.json()]).toMatchObject([
      400,
      { reason: 'before_sent', fields: { harvested_at: 'This is before the day on which the kit was sent.' } },
    ]);
    expect(await listEvents(world, body.patient_id)).toEqual([]);
    expect((await record({ ...body, harvested_at: hoursAgo(48) })).statusCode).toBe(200);
  });

  test('a void kit is refused', async () => {
    const kit = await intake.newKit();
    await world.call(intake.lab, voidKit, { params: { id: kit.id }, body: { reason: 'Dropped' } });
    expect((await record(await bodyOf({ kit_code: kit.code }))).json()).toMatchObject({ reason: 'kit_void' });
  });

  test('a kit of another lab does not exist, and neither does a patient of another clinic', async () => {
    const kit = await intake.newKit();
    await world.sql('alter table kits disable trigger all');
    const other = await world.idOf('lab2@vialkeep.test');
    const [lot] = await world.sql<{ id: number }>(
      `insert into lots (domain_id, lab_id, kind, name, lot, received_on) values (1, $1, 'kit', 'Kit', 'OTHER', now())
       returning id`,
      [other],
    );
    await world.sql('update kits set lab_id = $1, lot_id = $2 where id = $3', [other, lot?.id, kit.id]);
    await world.sql('alter table kits enable trigger all');
    const theirs = await record(await bodyOf({ kit_code: kit.code }));
    const unknown = await record(await bodyOf({ kit_code: '0123-4567-Y' }));
    const { request_id: _one, ...first } = theirs.json();
    const { request_id: _other, ...second } = unknown.json();
    expect([theirs.statusCode, first]).toEqual([404, second]);
    const stranger = await world.idOf('patient2@vialkeep.test');
    expect((await record(await bodyOf({ patient_id: stranger }))).statusCode).toBe(404);
  });

  test.each([
    ['a time in the future', { harvested_at: new Date(Date.now() + 3_600_000).toISOString() }, 'harvested_at'],
    ['a time without its zone', { harvested_at: '2026-01-02T10:00' }, 'harvested_at'],
    ['a code that is none', { kit_code: '=cmd|calc!A1' }, 'kit_code'],
    ['the code of a vial', { kit_code: 'V01234567Y' }, 'kit_code'],
    ['no volume', { volume_ml: 0 }, 'volume_ml'],
    ['a control character in the note', { note: 'a\u0000b' }, 'note'],
  ])('a harvest with %s is refused at its field', async (_, values, field) => {
    const answer = await record(await bodyOf(values));
    expect([answer.statusCode, Object.keys(answer.json().fields)]).toEqual([400, [field]]);
  });

  test('a clinic whose lab has no bench is refused', async () => {
    await world.sql('update lab_settings set bench_on = false');
    const answer = await record({ ...(await bodyOfPatient()), kit_code: '0123-4567-Y' });
    await world.sql('update lab_settings set bench_on = true');
    expect(answer.json()).toMatchObject({ reason: 'bench_off' });
  });

  test('lab and clinic read the harvests of their patients, and the lab finds the one of a kit', async () => {
    const { kit, patient } = await intake.harvest();
    for (const caller of [intake.lab, intake.hc, intake.admin]) {
      const list = await world.call(caller, listHarvests, { query: { kit_code: kit.code, on_the_way: 'true' } });
      expect(list).toMatchObject({ count: 1, results: [{ patient: { id: patient }, tissue_hours: 72 }] });
    }
    const others = await world.call(await world.as('hc2'), listHarvests, { query: { kit_code: kit.code } });
    expect(others).toEqual({ count: 0, results: [] });
  });
});

const bodyOfPatient = async () => ({ patient_id: await intake.addPatient(), harvested_at: hoursAgo(1) });
