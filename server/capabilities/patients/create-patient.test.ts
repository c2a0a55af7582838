import { createPatient, readPatientRecord } from '@vialkeep/contract/patients.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Caller, newWorld, type World } from '../../testing/world.ts';

let world: World;
let admin: Caller;
beforeAll(async () => {
  world = await newWorld();
  admin = await world.as('admin');
});
afterAll(() => world.close());

describe('F054, U-06 a new patient', () => {
  const person = { email: 'new@vialkeep.test', first_name: 'Nina', last_name: 'Petrova' };

  test('gets a record, a center, a lab and an invitation by letter; a password that is sent along is not used', async () => {
    const [lab, hc] = [await world.idOf('lab@vialkeep.test'), await world.idOf('hc@vialkeep.test')];
    const { id: made, message } = await world.call(admin, createPatient, {
      body: {
        ...person,
        password: 'Known-to-everybody-1',
        subscription: 7,
        processing_lab: lab,
        harvest_center_temporal: hc,
        date_adipose_received_by_lab: '2026-03-01',
        lab_id: 'CB-9',
      },
    });
    expect(message).toBe('The patient has been added.');
    const [row] = await world.sql('select plan_id, domain_id, password_hash, is_active from users where id = $1', [
      made,
    ]);
    expect(row).toEqual({ plan_id: 2, domain_id: 1, password_hash: null, is_active: true });
    const record = await world.call(await world.as('hc'), readPatientRecord, { params: { id: made } });
    expect(record).toMatchObject({
      lab_id: 'CB-9',
      estimated_date_vials_ready_to_ship: '2026-04-15',
      processing_lab: lab,
      username: 'Nina Petrova',
      sales_rep: { name: 'Julian Reyes' },
    });
    const [letter] = await world.letters(1);
    expect(letter).toMatchObject({ recipient: 'new@vialkeep.test' });
    expect(letter?.text_body).not.toContain('Known-to-everybody-1');
  });

  test('submitted twice at once is one patient', async () => {
    const twin = { ...person, email: 'twin@vialkeep.test' };
    const answers = await Promise.all([1, 2].map(() => world.send(admin, createPatient, { body: twin })));
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200, 400]));
    expect(answers.find(({ statusCode }) => statusCode === 400)?.json()).toMatchObject({
      reason: 'email_in_use',
      fields: { email: 'This e-mail already has an account.' },
    });
    expect(await world.sql("select id from users where email = 'twin@vialkeep.test'")).toHaveLength(1);
  });

  test('with dates that contradict, or a center that is none, is nobody', async () => {
    const body = { ...person, email: 'nobody@vialkeep.test' };
    const dates = { date_adipose_shipped_to_lab: '2026-03-02', date_adipose_received_by_lab: '2026-03-01' };
    expect(await world.refusalOf(admin, createPatient, { body: { ...body, ...dates } })).toEqual({
      status: 400,
      reason: 'dates_contradict',
    });
    const hc = { harvest_center_temporal: await world.idOf('lab@vialkeep.test') };
    expect(await world.refusalOf(admin, createPatient, { body: { ...body, ...hc } })).toMatchObject({ status: 400 });
    expect(await world.sql("select id from users where email = 'nobody@vialkeep.test'")).toEqual([]);
    const letters = await world.letters();
    expect(letters.filter(({ recipient }) => recipient === 'nobody@vialkeep.test')).toEqual([]);
  });

  test('belongs to the administrator’s site, or to one of theirs that is named', async () => {
    const north = await world.as('admin@north.test', 'north.localhost');
    const siteOf = async (caller: Caller, body: object) => {
      const made = await world.call(caller, createPatient, { body });
      const [row] = await world.sql<{ domain_id: number }>('select domain_id from users where id = $1', [made.id]);
      return row?.domain_id;
    };
    expect(await siteOf(north, { ...person, email: 'n1@north.test' })).toBe(2);
    expect(await siteOf(north, { ...person, email: 'n2@north.test', domain: 2 })).toBe(2);
    expect(await siteOf(admin, { ...person, email: 'n3@north.test', domain: 2 })).toBe(2);
    for (const [caller, domain] of [
      [north, 1],
      [admin, 999],
    ] as const) {
      const answer = await world.send(caller, createPatient, { body: { ...person, email: 'n4@north.test', domain } });
      expect(answer.json()).toMatchObject({ reason: 'unknown_domain', fields: { domain: 'There is no such site.' } });
    }
  });
});
