import { createPatient, listPatientsOfSalesRep, readPatientRecord } from '@vialkeep/contract/patients.ts';
import { updateUser } from '@vialkeep/contract/profile.ts';
import { listUsers } from '@vialkeep/contract/users.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Caller, newWorld, type World } from '../../testing/world.ts';

let world: World;
let admin: Caller;
beforeAll(async () => {
  world = await newWorld();
  admin = await world.as('admin');
});
afterAll(() => world.close());

describe('F054, U-06 New patient', () => {
  const person = { email: 'new@vialkeep.test', first_name: 'Nina', last_name: 'Petrova' };

  test('a new patient gets a record, a center, a lab and an invitation by email; a sent password is ignored', async () => {
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

  test('two simultaneous requests create one patient', async () => {
    const twin = { ...person, email: 'twin@vialkeep.test' };
    const answers = await Promise.all([1, 2].map(() => world.send(admin, createPatient, { body: twin })));
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200, 400]));
    expect(answers.find(({ statusCode }) => statusCode === 400)?.json()).toMatchObject({
      reason: 'email_in_use',
      fields: { email: 'This e-mail already has an account.' },
    });
    expect(await world.sql("select id from users where email = 'twin@vialkeep.test'")).toHaveLength(1);
  });

  test('a request with contradicting dates or an invalid center creates no patient and sends no email', async () => {
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

  test('a new patient belongs to the administrator’s site, or to a named one of their sites', async () => {
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

  test('a rep sent as saless_rep_id applies where no center provides one, and sees the sample by number only', async () => {
    const [rep, rep2] = [await world.as('rep'), await world.as('rep2')];
    const made = async (body: object) => (await world.call(admin, createPatient, { body: { ...person, ...body } })).id;
    const repOf = async (id: number) => (await world.call(admin, readPatientRecord, { params: { id } })).sales_rep?.id;
    const clinics = { harvest_center_temporal: null, referral_harvest_center_temporal: null };

    const alone = await made({ email: 'own-rep@vialkeep.test', saless_rep_id: rep2.user.id, ...clinics });
    expect(await repOf(alone)).toBe(rep2.user.id);
    const patients = await world.call(rep2, listPatientsOfSalesRep, { params: { id: rep2.user.id } });
    expect(patients.find(({ id }) => id === alone)?.sales_rep[0]?.id).toBe(rep2.user.id);
    expect(JSON.stringify(patients)).not.toContain('own-rep@');
    const { results } = await world.call(admin, listUsers, { query: { search: `#${alone}` } });
    expect(results[0]?.sales_rep?.id).toBe(rep2.user.id);

    const hc = await world.idOf('hc@vialkeep.test');
    const treated = await made({
      email: 'center-rep@vialkeep.test',
      saless_rep_id: String(rep2.user.id),
      harvest_center_temporal: hc,
    });
    expect(await repOf(treated)).toBe(rep.user.id);
    await world.sql("update relations set ended_at = now() where subject_id = $1 and kind = 'rep'", [hc]);
    expect(await repOf(treated)).toBe(rep2.user.id);
    const inTeam = await world.call(rep2, listPatientsOfSalesRep, { params: { id: rep2.user.id } });
    expect(inTeam.find(({ id }) => id === treated)?.sales_rep[0]?.id).toBe(rep2.user.id);
    await world.sql(
      "insert into relations (domain_id, subject_id, kind, object_id, approved_at) values (1, $1, 'rep', $2, now())",
      [hc, rep.user.id],
    );

    // The documented form of a patient does not list the rep in related_users.
    for (const related_users of [[], [rep2.user.id]]) {
      const change = { params: { id: alone }, body: { related_users } };
      expect((await world.send(admin, updateUser, change)).statusCode).toBe(200);
      expect(await repOf(alone)).toBe(rep2.user.id);
    }
    for (const none of [null, '', undefined]) {
      expect(await repOf(await made({ email: `no-rep-${String(none)}@vialkeep.test`, saless_rep_id: none }))).toBe(
        undefined,
      );
    }
  });

  test('a saless_rep_id that is not an active sales rep of the site is refused, and no patient is created', async () => {
    const body = { ...person, email: 'wrong-rep@vialkeep.test' };
    const northRep = await world.sql<{ id: number }>(
      'select id from users where plan_id = 3 and domain_id = 2 limit 1',
    );
    const others = [await world.idOf('hc@vialkeep.test'), 999_999, ...northRep.map(({ id }) => id)];
    for (const saless_rep_id of others) {
      const answer = await world.send(admin, createPatient, { body: { ...body, saless_rep_id } });
      expect(answer.statusCode, String(saless_rep_id)).toBe(400);
      expect(Object.keys(answer.json().fields)).toEqual(['saless_rep_id']);
    }
    expect(await world.sql("select id from users where email = 'wrong-rep@vialkeep.test'")).toEqual([]);
  });
});
