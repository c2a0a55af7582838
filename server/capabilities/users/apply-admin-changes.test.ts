import { updateUser, updateUserDirect } from '@vialkeep/contract/profile.ts';
import { currentSession } from '@vialkeep/contract/session.ts';
import { addUser, listUsers, readUserDetails } from '@vialkeep/contract/users.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { auditTables, databaseDigest } from '../../testing/database-digest.ts';
import { visible } from '../../testing/same-answer.ts';
import { type Caller, newWorld, type World } from '../../testing/world.ts';

let world: World;
let admin: Caller & { user: { id: number } };
let boss: Caller;
let north: Caller;
beforeAll(async () => {
  world = await newWorld();
  admin = await world.as('admin');
  boss = await world.as('super');
  north = await world.as('admin@north.test', 'north.localhost');
});
afterAll(() => world.close());

const change = (caller: Caller, id: number, body: object) => world.send(caller, updateUser, { params: { id }, body });
const details = (id: number, caller: Caller = admin) => world.call(caller, readUserDetails, { params: { id } });
const lastNote = async (action: string) =>
  (
    await world.sql<{ actor_id: number; subject_id: string; facts: object }>(
      "select actor_id, subject_id, facts - '{origin_hash,changes,person}'::text[] as facts from audit_log where action = $1 order by at desc limit 1",
      [action],
    )
  )[0];

describe('F135, S-17 Change of a user by an administrator', () => {
  test('an administrator changes the whole profile, the email and the template, and the audit row has no names', async () => {
    const id = await world.idOf('hc3@vialkeep.test');
    const body = {
      first_name: 'Lucy',
      last_name: 'Fern',
      email: 'lucy@vialkeep.test',
      phone_number: '+1 555 7777',
      company: 'Fern Clinic',
      address1: '5 Oak',
      address2: 'B',
      city: 'Waco',
      state_desc: 'TX',
      country_desc: 'US',
      zip_code: '76701',
      template_id: 'template-9',
    };
    const answer = await world.call(admin, updateUser, { params: { id }, body });
    expect(answer).toMatchObject({ id, username: 'Lucy Fern', subscription: { id: 4, name: 'Harvest Center' } });
    expect(await details(id)).toMatchObject(body);
    const noted = await lastNote('users.edit');
    expect(noted).toMatchObject({ actor_id: admin.user.id, subject_id: String(id) });
    expect(JSON.stringify(noted)).not.toMatch(/Lucy|Waco|lucy@/);
  });

  test('the second path does the same change', async () => {
    const id = await world.idOf('viewer@vialkeep.test');
    const answer = await world.call(admin, updateUserDirect, { params: { id }, body: { tags: [2], city: 'Gary' } });
    expect(answer).toMatchObject({ tags: [2], city: 'Gary' });
  });

  test('an administrator cannot change the id, password, last login, agreement or site', async () => {
    const id = await world.idOf('new-hc@vialkeep.test');
    const print =
      'select id, domain_id, password_hash, last_login, check_agreement, is_active from users where id = $1';
    const before = await world.sql(print, [id]);
    const body = { id: 1, password: 'hacked-12345', last_login: '2001-01-01', domain: 2, is_active: false };
    expect((await change(admin, id, body)).statusCode).toBe(200);
    const agreed = await change(admin, id, { check_agreement: '2026-01-01 10:00', city: 'Nowhere' });
    expect(agreed.json().reason).toBe('agreement_not_yours');
    expect(await world.sql(print, [id])).toEqual(before);
    expect((await details(id)).city).toBe('Portland');
  });

  test('the rules of each field apply: an email has one account, and a center needs a company', async () => {
    const id = await world.idOf('hc2@vialkeep.test');
    const before = await databaseDigest(world, ['rate_limits']);
    const taken = await change(admin, id, { email: 'HC@vialkeep.test', tags: [1] });
    expect(taken.json()).toMatchObject({ reason: 'email_in_use', fields: { email: expect.any(String) } });
    expect((await change(admin, id, { company: ' ' })).json()).toMatchObject({
      fields: { company: expect.any(String) },
    });
    const donor = await world.idOf('donor@vialkeep.test');
    const becoming = await change(admin, donor, { subscription: 4, company: '' });
    expect(becoming.json().reason).toBe('company_required');
    expect(await databaseDigest(world, ['rate_limits'])).toEqual(before);
  });

  test.each([
    ['subscription', 13],
    ['subscription', '4'],
    ['tags', [0]],
    ['tags', ['1']],
    ['tags', 'x'],
    ['tags', [40_000]],
    ['related_users', 'x'],
    ['related_users', ['7']],
    ['harvest_center', '5'],
    ['harvest_center', [5]],
    ['referral_harvest_center', -1],
    ['processing_lab', {}],
    ['sales_rep', 1.5],
    ['sales_manager', 'x'],
    ['sales_manager', ['x']],
    ['sales_distributor', true],
    ['version', -1],
    ['version', '1'],
    ['date_adipose_received_by_lab', '2026-13-01'],
    ['stemcell_plating_successful', 3],
    ['vials_preparation', -1],
  ])('the field %s with the value %j is refused by its name', async (field, value) => {
    const before = await databaseDigest(world);
    const response = await change(admin, await world.idOf('patient@vialkeep.test'), { [field]: value, city: 'X' });
    expect(response.statusCode).toBe(400);
    expect(Object.keys(response.json().fields).map((name) => name.split('.', 1)[0])).toEqual([field]);
    expect(await databaseDigest(world)).toEqual(before);
  });

  test('administrators cannot write tags and relations of their own account', async () => {
    await change(admin, admin.user.id, { city: 'Evanston', tags: [1], related_users: [606], sales_rep: 606 });
    expect(await details(admin.user.id)).toMatchObject({ city: 'Evanston', tags: [], related_users: [] });
  });
});

describe('F135 Tags', () => {
  test('a tag is accepted only if it exists, and once; an empty list removes all', async () => {
    const id = await world.idOf('patient2@vialkeep.test');
    expect((await change(admin, id, { tags: [2, 1, 2] })).json().tags).toEqual([2, 1]);
    expect((await change(admin, id, { tags: [] })).json().tags).toEqual([]);
    const before = await databaseDigest(world);
    const unknown = await change(admin, id, { tags: [1, 99], city: 'X' });
    expect(unknown.statusCode).toBe(400);
    expect(unknown.json()).toMatchObject({ fields: { tags: 'There is no such tag.' } });
    expect(await databaseDigest(world)).toEqual(before);
  });
});

describe('F135 Processing data of a patient', () => {
  const newPatient = async (email: string) => {
    const body = {
      subscription: 2,
      domain: 1,
      first_name: 'Ida',
      last_name: 'Roe',
      email,
      password: 'typed-by-admin-1',
    };
    return (await world.call(admin, addUser, { body })).id;
  };

  test('the processing data are saved with the other fields, and the computed dates follow', async () => {
    const id = await newPatient('ida@vialkeep.test');
    const body = {
      city: 'Ames',
      date_adipose_received_by_lab: '2026-03-01',
      date_adipose_shipped_to_lab: '',
      lab_id: 'L-7',
    };
    const response = await change(admin, id, { ...body, sterility_start_date: '2026-03-10' });
    expect(response.statusCode, response.body).toBe(200);
    expect((await details(id)).processing).toMatchObject({
      lab_id: 'L-7',
      date_adipose_received_by_lab: '2026-03-01',
      estimated_date_vials_ready_to_ship: '2026-04-15',
      sterility_end_date: '2026-03-24',
    });
  });

  test('contradicting processing data are refused, and no other field is saved', async () => {
    const id = await newPatient('ida2@vialkeep.test');
    const before = await databaseDigest(world);
    const dates = { date_adipose_shipped_to_lab: '2026-03-05', date_adipose_received_by_lab: '2026-03-01' };
    const response = await change(admin, id, { city: 'X', tags: [2], ...dates });
    expect(response.statusCode).toBe(400);
    expect(response.json()).toMatchObject({
      reason: 'dates_contradict',
      fields: { date_adipose_received_by_lab: expect.any(String) },
    });
    expect(await databaseDigest(world)).toEqual(before);
  });

  test('the record appears with the patient plan, and stays hidden when the plan changes', async () => {
    const id = await world.idOf('former-hc@vialkeep.test');
    expect((await change(admin, id, { subscription: 2, lab_id: 'L-8' })).statusCode).toBe(200);
    expect((await details(id)).processing).toMatchObject({ lab_id: 'L-8' });
    expect((await change(admin, id, { subscription: 12, lab_id: 'L-9' })).statusCode).toBe(200);
    expect(await details(id)).toMatchObject({ processing: null, vials_available: null });
    expect((await change(admin, id, { subscription: 2 })).statusCode).toBe(200);
    expect((await details(id)).processing).toMatchObject({ lab_id: 'L-8' });
  });

  test('processing data of a user who is no patient are ignored', async () => {
    const id = await world.idOf('lab2@vialkeep.test');
    expect((await change(admin, id, { lab_id: 'L-9', city: 'Kent' })).statusCode).toBe(200);
    expect(await world.sql("select 1 from patient_records where lab_id = 'L-9'")).toEqual([]);
  });
});

describe('Callers who cannot change the user', () => {
  test('an administrator of another site, and an admin for a super admin, get 404', async () => {
    const [hc, top] = [await world.idOf('hc@vialkeep.test'), await world.idOf('super@vialkeep.test')];
    const before = await databaseDigest(world);
    const body = { tags: [1], subscription: 10 };
    expect(visible(await change(north, hc, body))).toEqual(visible(await change(north, 999_999, body)));
    expect(visible(await change(admin, top, body))).toEqual(visible(await change(admin, 999_999, body)));
    expect(await databaseDigest(world)).toEqual(before);
  });
});

describe('Two administrators at once', () => {
  test('a change of an outdated version gets 409, and no part of it is written', async () => {
    const id = await world.idOf('rep@vialkeep.test');
    const { version } = await details(id);
    expect((await change(admin, id, { city: 'Lyons', version })).statusCode).toBe(200);
    const before = await databaseDigest(world);
    const second = await change(boss, id, { zip_code: '80540', tags: [1], version });
    expect(second.statusCode).toBe(409);
    expect(second.json()).toMatchObject({
      reason: 'changed_meanwhile',
      message: 'Somebody else changed this user. Look at the new values and save again.',
    });
    expect(await databaseDigest(world)).toEqual(before);
    const seen = await details(id);
    expect(seen).toMatchObject({ city: 'Lyons', version: version + 1 });
    expect((await change(boss, id, { zip_code: '80540', version: seen.version })).statusCode).toBe(200);
    expect(await details(id)).toMatchObject({ city: 'Lyons', zip_code: '80540' });
  });

  test('one of several simultaneous changes with the same version is saved, and the others get 409', async () => {
    const id = await world.idOf('rep3@vialkeep.test');
    const { version } = await details(id);
    const answers = await Promise.all(
      ['A', 'B', 'C', 'D'].map((city, index) => change(index % 2 ? admin : boss, id, { city, version })),
    );
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409]);
    expect((await details(id)).version).toBe(version + 1);
  });

  test('a change by the user counts as a new version', async () => {
    const rep = await world.as('rep2');
    const { version } = await details(rep.user.id);
    await world.call(rep, updateUser, { params: { id: rep.user.id }, body: { city: 'Bend' } });
    expect((await change(admin, rep.user.id, { city: 'Eugene', version })).json().reason).toBe('changed_meanwhile');
  });

  test('a change without a version is always saved', async () => {
    const id = await world.idOf('rep2@vialkeep.test');
    const answers = await Promise.all(['A', 'B', 'C'].map((city) => change(admin, id, { city })));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
  });
});

describe('F135, S-34 Change of the plan', () => {
  const attempt = async (caller: Caller, id: number, subscription: unknown) => {
    const before = await databaseDigest(world, auditTables);
    const response = await change(caller, id, { subscription, city: 'Elsewhere', tags: [1] });
    expect(response.statusCode).toBe(400);
    expect(response.json()).toMatchObject({
      reason: 'membership_not_yours_to_give',
      fields: { subscription: 'You cannot give this membership.' },
    });
    expect(await databaseDigest(world, auditTables)).toEqual(before);
    return lastNote('users.refused_membership');
  };

  test.each([
    ['an admin makes nobody a super admin', 'admin', 'viewer@vialkeep.test', 10],
    ['an admin makes nobody a super admin, written out', 'admin', 'viewer@vialkeep.test', { id: 10, name: 'Admin' }],
    ['an admin gives nobody the patients list', 'admin', 'affiliate@vialkeep.test', 15],
    ['a custom site’s admin makes nobody a super admin', 'north', 'rep@north.test', 10],
    ['a custom site’s admin makes nobody an admin', 'north', 'rep@north.test', 7],
    ['an admin does not change their own', 'admin', 'admin@vialkeep.test', 10],
    ['nor down', 'admin', 'admin@vialkeep.test', 3],
    ['a super admin does not change their own', 'boss', 'super@vialkeep.test', 7],
  ])('%s; the attempt is audited and nothing is written', async (_rule, who, email, subscription) => {
    const caller = { admin, boss, north }[who] ?? admin;
    const id = await world.idOf(email);
    const noted = await attempt(caller, id, subscription);
    const plan = typeof subscription === 'number' ? subscription : subscription.id;
    expect(noted).toMatchObject({ subject_id: String(id), facts: { plan } });
    expect((await details(id, caller)).may_become).not.toContain(plan);
  });

  test('a permitted administrator gives a plan, by its id or in the form of a single user', async () => {
    const id = await world.idOf('former-rep@vialkeep.test');
    const steps: [Caller, unknown, number][] = [
      [admin, 11, 11],
      [admin, { id: 12, name: 'Donor' }, 12],
      [admin, 16, 16],
      [admin, 7, 7],
      [boss, 2, 2],
      [boss, 15, 15],
      [admin, 3, 3],
      [boss, 10, 10],
      [boss, 7, 7],
      [boss, 3, 3],
    ];
    for (const [caller, subscription, plan] of steps) {
      expect((await details(id, caller)).may_become).toContain(plan);
      const answer = await world.call(caller, updateUser, { params: { id }, body: { subscription } });
      expect(answer.subscription.id).toBe(plan);
    }
    expect(await lastNote('users.edit')).toMatchObject({ facts: { plan_before: 7, plan_after: 3 } });
  });

  test('any administrator can send the present plan along', async () => {
    const peer = await world.idOf('admin@north.test');
    expect((await change(north, peer, { subscription: 7, city: 'Bergen' })).statusCode).toBe(200);
    expect((await change(admin, admin.user.id, { subscription: { id: 7, name: 'Admin' } })).statusCode).toBe(200);
    const viewer = await world.idOf('viewer@vialkeep.test');
    expect((await change(admin, viewer, { subscription: 15 })).statusCode).toBe(200);
  });

  test('a new plan applies at once: open sessions get the new permissions', async () => {
    const viewer = await world.as('viewer');
    expect((await world.send(viewer, listUsers)).statusCode).toBe(403);
    await world.call(boss, updateUser, { params: { id: viewer.user.id }, body: { subscription: 7 } });
    expect((await world.send(viewer, listUsers)).statusCode).toBe(200);
    await world.call(boss, updateUser, { params: { id: viewer.user.id }, body: { subscription: 15 } });
    expect((await world.send(viewer, listUsers)).statusCode).toBe(403);
  });

  test('a plan that an administrator cannot impersonate ends their session in the account', async () => {
    const acting = await world.actingAs(admin, 'affiliate@vialkeep.test');
    expect((await world.send(acting, currentSession)).statusCode).toBe(200);
    await world.sql('update relations set ended_at = now() where object_id = $1 and ended_at is null', [
      acting.user.id,
    ]);
    await world.call(boss, updateUser, { params: { id: acting.user.id }, body: { subscription: 7 } });
    expect((await world.send(acting, currentSession)).statusCode).toBe(401);
  });

  test('an admin cannot take the plan from a user who becomes a super admin at the same moment', async () => {
    const id = await world.idOf('former-staff@vialkeep.test');
    const [up] = await Promise.all([change(boss, id, { subscription: 10 }), change(admin, id, { subscription: 3 })]);
    expect(up.statusCode).toBe(200);
    const [row] = await world.sql('select plan_id from users where id = $1', [id]);
    expect(row).toEqual({ plan_id: 10 });
  });
});
