import { readPatientRecord, updatePatient } from '@vialkeep/contract/patients.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Caller, newWorld, type World } from '../../testing/world.ts';

let world: World;
let admin: Caller;
let id: number;
beforeAll(async () => {
  world = await newWorld();
  admin = await world.as('admin');
  id = await world.idOf('patient3@vialkeep.test');
});
afterAll(() => world.close());

const read = (caller: Caller) => world.call(caller, readPatientRecord, { params: { id } });
const save = (caller: Caller, body: object) => world.send(caller, updatePatient, { params: { id }, body });
const audited = async () =>
  world.sql<{ action: string; facts: object }>(
    "select action, facts - '{origin_hash,changes,person}'::text[] as facts from audit_log where subject_id = $1 and action = 'patients.change' order by at desc",
    [String(id)],
  );

describe('F057 Change of a patient', () => {
  test('an administrator changes the identity, the relations and the processing data', async () => {
    const lab2 = await world.idOf('lab2@vialkeep.test');
    const hc3 = await world.idOf('hc3@vialkeep.test');
    const rhc2 = await world.idOf('rhc2@vialkeep.test');
    const answer = await save(admin, {
      email: 'miriam@vialkeep.test',
      first_name: 'Miriam',
      last_name: 'Osei-Bonsu',
      processing_lab: lab2,
      harvest_center_temporal: hc3,
      referral_harvest_center_temporal: rhc2,
      lab_id: 'CB-1',
    });
    expect(answer.json()).toMatchObject({
      message: 'Patient has been updated!',
      email: 'miriam@vialkeep.test',
      username: 'Miriam Osei-Bonsu',
      processing_lab: lab2,
      harvest_center_temporal: hc3,
      referral_harvest_center_temporal: rhc2,
      hc_desc: [{ id: hc3, company: 'Barton Creek Aesthetics' }],
      lab_id: 'CB-1',
    });
    const { message: _message, ...record } = answer.json();
    expect(await read(admin)).toEqual(record);
    const [last] = await audited();
    expect(last?.facts).toEqual({
      fields: [
        'lab_id',
        'email',
        'last_name',
        'processing_lab',
        'harvest_center_temporal',
        'referral_harvest_center_temporal',
      ],
    });
    expect(JSON.stringify(await audited())).not.toContain('Bonsu');
  });

  test('fields that are not sent stay, and a center sent as null is removed', async () => {
    const before = await read(admin);
    await save(admin, { referral_harvest_center_temporal: null });
    expect(await read(admin)).toEqual({
      ...before,
      referral_harvest_center_temporal: null,
      rhc_desc: [],
      version: before.version + 1,
    });
  });

  test.each([
    ['harvest_center_temporal', 'rhc@vialkeep.test'],
    ['harvest_center_temporal', 'hc@north.test'],
    ['harvest_center_temporal', 'former-hc@vialkeep.test'],
    ['referral_harvest_center_temporal', 'hc@vialkeep.test'],
    ['processing_lab', 'hc@vialkeep.test'],
    ['processing_lab', 'patient4@vialkeep.test'],
  ])('a patient cannot have as %s the user %s, and nothing is written', async (field, email) => {
    const before = await read(admin);
    const answer = await save(admin, { [field]: await world.idOf(email), lab_id: 'CB-other' });
    expect(answer.statusCode).toBe(400);
    expect(Object.keys(answer.json().fields)).toEqual([field]);
    expect(await read(admin)).toEqual(before);
  });

  test('a patient can be saved while their center is inactive', async () => {
    const before = await read(admin);
    await world.sql('update users set is_active = false where id = $1', [before.harvest_center_temporal]);
    const body = { harvest_center_temporal: before.harvest_center_temporal, lab_id: 'CB-2' };
    expect((await save(admin, body)).statusCode).toBe(200);
    await world.sql('update users set is_active = true where id = $1', [before.harvest_center_temporal]);
  });

  test('an email that another account has is refused', async () => {
    const answer = await save(admin, { email: 'PATIENT@vialkeep.test' });
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({
      reason: 'email_in_use',
      fields: { email: 'This e-mail already has an account.' },
    });
  });

  test.each([
    ['first_name', ''],
    ['last_name', ' '],
    ['email', 'nobody'],
    ['harvest_center_temporal', '12'],
    ['processing_lab', -1],
  ])('the field %s refuses the value %j', async (field, value) => {
    const answer = await save(admin, { [field]: value });
    expect(answer.statusCode).toBe(400);
    expect(Object.keys(answer.json().fields)).toEqual([field]);
  });
});

describe('U-08 Changes by a lab and the Patients List plan', () => {
  test.each(['lab2', 'viewer'])(
    'the processing data can be changed by %s; the other fields are ignored',
    async (key) => {
      const caller = await world.as(key);
      const before = await read(caller);
      expect(before.may).toEqual(['change_processing', 'change_vials']);
      const answer = await save(caller, {
        email: 'changed@vialkeep.test',
        first_name: 'Somebody',
        last_name: 'Else',
        processing_lab: null,
        harvest_center_temporal: null,
        referral_harvest_center_temporal: await world.idOf('rhc@vialkeep.test'),
        lab_id: `CB-${key}`,
        version: before.version,
      });
      expect(answer.json()).toEqual({
        ...before,
        lab_id: `CB-${key}`,
        version: before.version + 1,
        message: 'Patient has been updated!',
      });
    },
  );

  test('another lab gets 404 for the patient', async () => {
    expect(await world.refusalOf(await world.as('lab'), updatePatient, { params: { id } })).toMatchObject({
      status: 404,
    });
  });
});

describe('Two simultaneous changes of a patient', () => {
  test('two changes with the same version: one is saved and the other gets 409', async () => {
    const { version } = await read(admin);
    const viewer = await world.as('viewer');
    const answers = await Promise.all(
      [1, 2, 3, 4].map((n) => save(n % 2 ? admin : viewer, { lab_id: `CB-race-${n}`, version })),
    );
    const statuses = answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b);
    expect(statuses).toEqual([200, 409, 409, 409]);
    const saved = answers.find(({ statusCode }) => statusCode === 200)?.json();
    expect(await read(admin)).toMatchObject({ lab_id: saved.lab_id, version: version + 1 });
    expect(answers.find(({ statusCode }) => statusCode === 409)?.json()).toMatchObject({
      reason: 'changed_meanwhile',
      message: 'Somebody else changed this patient. Look at the new values and save again.',
    });
  });

  test('two changes without a version are both saved in turn, and the chain of custody has both', async () => {
    const answers = await Promise.all([1, 2, 3].map((n) => save(admin, { vials_preparation: 40 + n })));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
    const events = await world.sql<{ facts: { vials_preparation: { from: number; to: number } } }>(
      'select facts from custody_events where patient_id = $1 order by position desc limit 3',
      [id],
    );
    const [last, middle, first] = events.map(({ facts }) => facts.vials_preparation);
    expect(last?.from).toBe(middle?.to);
    expect(middle?.from).toBe(first?.to);
    expect((await read(admin)).vials_preparation).toBe(last?.to);
  });
});
