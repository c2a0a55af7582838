import { updateUser, updateUserDirect } from '@vialkeep/contract/profile.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { visible } from '../../testing/same-answer.ts';
import { type Caller, newWorld, type World } from '../../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await newWorld();
});
afterAll(() => world.close());

const change = (caller: Caller, id: number, body: object) => world.send(caller, updateUser, { params: { id }, body });

describe('F032 Change of the caller’s profile', () => {
  test('a change writes the sent fields, leaves the others and answers with the user', async () => {
    const rep = await world.as('rep');
    const changed = await world.call(rep, updateUser, {
      params: { id: rep.user.id },
      body: { first_name: '  Jules ', city: 'Golden', email: 'Jules.Reyes@vialkeep.test', company: '' },
    });
    expect(changed).toEqual({
      ...rep.user,
      first_name: 'Jules',
      username: 'Jules Reyes',
      city: 'Golden',
    });
    const [row] = await world.sql<{ actor_id: number; facts: { fields: string[] } }>(
      "select actor_id, facts - '{origin_hash,changes,person}'::text[] as facts from audit_log where action = 'profile.change' order by position desc limit 1",
    );
    expect(row?.actor_id).toBe(rep.user.id);
    expect(row?.facts.fields.toSorted()).toEqual(['city', 'company', 'first_name']);
    expect(JSON.stringify(row)).not.toContain('Jules');
  });

  test('the second path does the same change', async () => {
    const rep = await world.as('rep2');
    const body = { city: 'Salem' };
    const changed = await world.call(rep, updateUserDirect, { params: { id: rep.user.id }, body });
    expect(changed).toMatchObject({ id: rep.user.id, city: 'Salem' });
  });

  test('a caller who does not see the account is refused without waiting for its row lock', async () => {
    const [patient, id] = [await world.as('patient'), await world.idOf('hc2@vialkeep.test')];
    await world.sql('begin');
    await world.sql('select 1 from users where id = $1 for no key update', [id]);
    expect((await change(patient, id, { city: 'Elsewhere' })).statusCode).toBe(404);
    await world.sql('rollback');
  });

  test('an email that another account has is answered like any other: the rest is saved, the email stays pending', async () => {
    const rep = await world.as('rep3');
    for (const email of ['HC@vialkeep.test', 'hc@north.test', ' hc@vialkeep.test ']) {
      const response = await change(rep, rep.user.id, { email, city: 'Nowhere' });
      expect(response.statusCode).toBe(200);
      expect(response.json()).toMatchObject({ email: 'rep3@vialkeep.test', city: 'Nowhere' });
    }
    expect(await world.sql('select email, city from users where id = $1', [rep.user.id])).toEqual([
      { email: 'rep3@vialkeep.test', city: 'Nowhere' },
    ]);
  });

  test.each([
    ['first_name', '', 'First Name is required.'],
    ['last_name', '   ', 'Last Name is required.'],
    ['phone_number', '', 'Phone Number is required.'],
    ['phone_number', 'call me', 'Use digits, spaces, + ( ) and -.'],
    ['email', 'not an e-mail', 'Enter an e-mail address.'],
    ['email', 'a@b\r\nBcc: c@d.test', 'Enter an e-mail address.'],
    ['city', 'x'.repeat(101), 'At most 100 characters.'],
    ['address1', 'a\u0000b', 'Contains characters that cannot be stored.'],
    ['address2', 'a\u001b[31mb', 'Contains characters that cannot be stored.'],
    ['company', 'a\u0085b', 'Contains characters that cannot be stored.'],
  ])('the field %s with the value %j is refused by its name', async (field, value, message) => {
    const rep = await world.as('rep2');
    const response = await change(rep, rep.user.id, { [field]: value, zip_code: '00000' });
    expect(response.statusCode).toBe(400);
    expect(response.json()).toMatchObject({ reason: 'invalid_input', message, fields: { [field]: message } });
    expect(await world.sql('select zip_code from users where id = $1', [rep.user.id])).toEqual([{ zip_code: '97205' }]);
  });

  test.each([5, true, null, [], {}, ['x']])('the value %j is refused as a text', async (value) => {
    const rep = await world.as('rep2');
    const response = await change(rep, rep.user.id, { first_name: value, email: value });
    expect(response.statusCode).toBe(400);
    expect(Object.keys(response.json().fields).toSorted()).toEqual(['email', 'first_name']);
  });

  test.each([
    "Robert'); DROP TABLE users;--",
    '<script>alert(1)</script>',
    '{{7*7}}',
    'Ω≈ç√∫˜µ≤≥÷ 田中さん 🧪',
    '\u202e\u200b\ufeffx',
    '%_\\',
  ])('the text %j is stored unchanged', async (value) => {
    const donor = await world.as('donor');
    const changed = await change(donor, donor.user.id, { address1: value });
    expect(changed.statusCode).toBe(200);
    expect(changed.json().address1).toBe(value.trim());
  });
});

describe('F033 Company of a center and of its staff', () => {
  test.each(['hc', 'staff'])('an empty company is refused for %s', async (key) => {
    const caller = await world.as(key);
    const response = await change(caller, caller.user.id, { company: '  ' });
    expect(response.statusCode).toBe(400);
    expect(response.json()).toMatchObject({
      reason: 'company_required',
      fields: { company: 'Company is required.' },
    });
    expect((await change(caller, caller.user.id, { city: 'Vail' })).statusCode).toBe(200);
  });

  test.each(['buyer', 'rhc', 'patient'])('an empty company is accepted for %s', async (key) => {
    const caller = await world.as(key);
    expect((await change(caller, caller.user.id, { company: '' })).statusCode).toBe(200);
  });
});

describe('F013 Change of another user', () => {
  test('an administrator changes users of their sites; other callers get the same 404 as for an unknown user', async () => {
    const id = await world.idOf('hc2@vialkeep.test');
    expect((await change(await world.as('admin'), id, { city: 'Tacoma' })).json().city).toBe('Tacoma');
    for (const who of ['hc', 'rep2', 'staff', 'patient', 'viewer', 'admin@north.test']) {
      const caller = await world.as(who);
      const missing = await change(caller, 999_999, { city: 'X' });
      expect(missing.statusCode).toBe(404);
      expect(visible(await change(caller, id, { city: 'X' })), who).toEqual(visible(missing));
    }
    expect(await world.sql('select city from users where id = $1', [id])).toEqual([{ city: 'Tacoma' }]);
  });

  test('an admin cannot change a super admin, whose email would give access to the account', async () => {
    const id = await world.idOf('super@vialkeep.test');
    const response = await change(await world.as('admin'), id, { email: 'mine@vialkeep.test' });
    expect(response.statusCode).toBe(404);
    expect(await world.idOf('super@vialkeep.test')).toBe(id);
  });

  test('the audit row names the administrator and the account when an administrator impersonates', async () => {
    const admin = await world.as('admin');
    const acting = await world.actingAs(admin, 'lab@vialkeep.test');
    await change(acting, acting.user.id, { city: 'Aspen' });
    const [row] = await world.sql(
      "select actor_id, user_id, subject_id from audit_log where action = 'profile.change' order by position desc limit 1",
    );
    expect(row).toEqual({ actor_id: admin.user.id, user_id: acting.user.id, subject_id: String(acting.user.id) });
  });
});
