import { plans } from '@vialkeep/contract/plans.ts';
import { getUser } from '@vialkeep/contract/profile.ts';
import { login } from '@vialkeep/contract/session.ts';
import { addUser, creatablePlans, readUserDetails } from '@vialkeep/contract/users.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databaseDigest } from '../../testing/database-digest.ts';
import { anonymousCaller, type Caller, newWorld, type World } from '../../testing/world.ts';

let world: World;
let admin: Caller & { user: { id: number } };
let north: Caller;
beforeAll(async () => {
  world = await newWorld();
  admin = await world.as('admin');
  north = await world.as('admin@north.test', 'north.localhost');
});
afterAll(() => world.close());

const clinic = { company: 'Alder Clinic', phone_number: '+1 555 0199' };
const person = (email: string, changed: object = {}) => ({
  subscription: 3,
  domain: 1,
  first_name: 'Nell',
  last_name: 'Byrne',
  email,
  password: 'typed-by-admin-1',
  related_users: [],
  documents: [],
  ...changed,
});
const add = (caller: Caller, body: object) => world.send(caller, addUser, { body });

describe('F134 New user', () => {
  test.each(creatablePlans)(
    'an administrator creates a user of plan %s, gets the id, and the new user logs in',
    async (subscription) => {
      const email = `new-${subscription}@vialkeep.test`;
      const address = { address1: '1 A St', city: 'Reno', state_desc: 'Nevada', country_desc: 'United States' };
      const response = await add(admin, person(email, { subscription, ...clinic, ...address }));
      expect(response.statusCode).toBe(200);
      const { id, ...said } = response.json();
      expect(said).toEqual({ success: true, message: 'User has been created' });

      const opened = await world.call(anonymousCaller, login, { body: { email, password: 'typed-by-admin-1' } });
      expect(opened.user).toMatchObject({
        id,
        subscription: { id: subscription },
        ...clinic,
        ...address,
        zip_code: '',
      });
      expect(opened.user.check_agreement).toBeNull();
      const [row] = await world.sql('select is_active, must_change_password, version from users where id = $1', [id]);
      expect(row).toEqual({ is_active: true, must_change_password: true, version: 0 });
      const [noted] = await world.sql<{ facts: object }>(
        "select actor_id, domain_id, facts - '{origin_hash,changes,person}'::text[] as facts from audit_log where action = 'users.create' and subject_id = $1",
        [String(id)],
      );
      expect(noted).toEqual({ actor_id: admin.user.id, domain_id: 1, facts: { plan: subscription } });
    },
  );

  test('no table contains the password as plain text', async () => {
    await add(admin, person('hashed@vialkeep.test', { password: 'secret-secret-1' }));
    const [row] = await world.sql<{ password_hash: string }>(
      "select password_hash from users where email = 'hashed@vialkeep.test'",
    );
    expect(row?.password_hash).toMatch(/^\$argon2id\$/);
    const noted = await world.sql('select * from audit_log');
    expect(JSON.stringify(noted)).not.toContain('secret-secret-1');
  });

  test.each(plans.filter((plan) => !creatablePlans.some((one) => one === plan)))(
    'a new user of plan %s is refused by the name of the field (S-34)',
    async (subscription) => {
      const before = await databaseDigest(world);
      const response = await add(admin, person('promoted@vialkeep.test', { subscription }));
      expect(response.statusCode).toBe(400);
      expect(response.json().fields).toEqual({ subscription: 'Choose a membership.' });
      expect(await databaseDigest(world)).toEqual(before);
    },
  );
});

describe('F134 Required fields', () => {
  test.each(['first_name', 'last_name', 'email', 'password', 'domain', 'subscription'])(
    'the field %s is required, in whichever way it is left out',
    async (field) => {
      const before = await databaseDigest(world);
      for (const nothing of [undefined, null, '', '  ']) {
        const response = await add(admin, person('missing@vialkeep.test', { [field]: nothing }));
        expect(response.statusCode).toBe(400);
        expect(response.json()).toMatchObject({
          success: false,
          reason: 'invalid_input',
          message: 'Please fill in all required fields including domain',
        });
        expect(Object.keys(response.json().fields)).toEqual([field]);
      }
      expect(await databaseDigest(world)).toEqual(before);
    },
  );

  test('all missing fields are named in one answer', async () => {
    const { fields, message } = (await add(admin, {})).json();
    expect(message).toBe('Please fill in all required fields including domain');
    expect(Object.keys(fields).toSorted()).toEqual(
      ['domain', 'email', 'first_name', 'last_name', 'password', 'subscription'].toSorted(),
    );
  });

  test.each([4, 5, 9])('the clinic name and phone are required for plan %s too', async (subscription) => {
    const message = 'Please fill in clinic name and phone number';
    const company = 'Clinic Name is required.';
    const phone_number = 'Clinic Phone Number is required.';
    const refused = async (given: object) =>
      (await add(admin, person('clinic@vialkeep.test', { subscription, ...given }))).json();
    expect(await refused({})).toMatchObject({ message, fields: { company, phone_number } });
    expect(await refused({ company: ' ', phone_number: '+1' })).toMatchObject({ message, fields: { company } });
    expect(await refused({ company: 'A' })).toMatchObject({ message, fields: { phone_number } });
    expect(await world.sql("select 1 from users where email = 'clinic@vialkeep.test'")).toEqual([]);
  });

  test.each([1, 2, 3, 6, 8, 11])('no clinic name is required for plan %s', async (subscription) => {
    expect((await add(admin, person(`plain-${subscription}@vialkeep.test`, { subscription }))).statusCode).toBe(200);
  });
});

describe('Invalid values', () => {
  test.each([
    ['password', 'short-1', 'Password must have at least 8 characters.'],
    ['password', 'x'.repeat(257), 'At most 256 characters.'],
    ['email', 'nobody', 'Enter an e-mail address.'],
    ['email', 'a@b\r\nBcc: c@d.test', 'Enter an e-mail address.'],
    ['email', `${'x'.repeat(250)}@y.test`, 'At most 254 characters.'],
    ['first_name', 'x'.repeat(101), 'At most 100 characters.'],
    ['last_name', 'a\u0000b', 'Contains characters that cannot be stored.'],
    ['company', 'x'.repeat(201), 'At most 200 characters.'],
    ['phone_number', 'call me', 'Use digits, spaces, + ( ) and -.'],
    ['address1', 'a\u001b[31mb', 'Contains characters that cannot be stored.'],
    ['address2', 'x'.repeat(201), 'At most 200 characters.'],
    ['city', 'x'.repeat(101), 'At most 100 characters.'],
    ['state_desc', 'x'.repeat(101), 'At most 100 characters.'],
    ['country_desc', 'x'.repeat(101), 'At most 100 characters.'],
    ['zip_code', 'x'.repeat(21), 'At most 20 characters.'],
  ])('an invalid value is refused with its reason: %s %j', async (field, value, message) => {
    const before = await databaseDigest(world);
    const response = await add(admin, person('bad@vialkeep.test', { [field]: value }));
    expect(response.statusCode).toBe(400);
    expect(response.json()).toMatchObject({ message, fields: { [field]: message } });
    expect(await databaseDigest(world)).toEqual(before);
  });

  test.each([5, true, [], {}])('the value %j is refused for every field', async (value) => {
    const wrong = { first_name: value, last_name: value, email: value, password: value, city: value };
    const response = await add(admin, person('bad@vialkeep.test', { ...wrong, domain: 'x', subscription: '3' }));
    expect(response.statusCode).toBe(400);
    expect(Object.keys(response.json().fields).toSorted()).toEqual(
      [...Object.keys(wrong), 'domain', 'subscription'].toSorted(),
    );
  });
});

describe('F134 Email of a new user', () => {
  test.each(['hc@vialkeep.test', 'HC@Vialkeep.test', ' hc@north.test ', 'former-rep@vialkeep.test'])(
    'an email that has an account is refused by its field: %j',
    async (email) => {
      const before = await databaseDigest(world, ['rate_limits']);
      const response = await add(admin, person(email));
      expect(response.statusCode).toBe(400);
      expect(response.json()).toMatchObject({
        reason: 'email_in_use',
        message: 'This e-mail already has an account.',
        fields: { email: 'This e-mail already has an account.' },
      });
      expect(await databaseDigest(world, ['rate_limits'])).toEqual(before);
    },
  );

  test('five simultaneous requests create one user', async () => {
    const body = person('twice@vialkeep.test');
    const answers = await Promise.all([1, 2, 3, 4, 5].map(() => add(admin, body)));
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 400, 400, 400, 400]);
    expect(await world.sql("select 1 from users where email = 'twice@vialkeep.test'")).toHaveLength(1);
    const noted = await world.sql("select 1 from audit_log where action = 'users.create' and facts->>'plan' = '3'");
    const made = await world.sql("select 1 from users where email like '%@vialkeep.test' and id > $1 and plan_id = 3", [
      await world.idOf('new-1@vialkeep.test'),
    ]);
    expect(noted).toHaveLength(made.length);
  });
});

describe('F134, S-31 Site of a new user', () => {
  test('a main administrator can choose any site', async () => {
    const response = await add(admin, person('there@north.test', { domain: 2 }));
    expect(response.statusCode).toBe(200);
    const { id } = response.json();
    expect((await world.call(north, getUser, { params: { id } })).domain.name).toBe('Northlight');
    const [noted] = await world.sql(
      "select domain_id from audit_log where action = 'users.create' and subject_id = $1",
      [String(id)],
    );
    expect(noted).toEqual({ domain_id: 2 });
  });

  test('an administrator of a custom site can choose only that site', async () => {
    const made = await add(north, person('own@north.test', { domain: 2, subscription: 4, ...clinic }));
    expect(made.statusCode).toBe(200);
    expect((await world.send(north, readUserDetails, { params: { id: made.json().id } })).statusCode).toBe(200);
  });

  test.each([
    ['another site', 'north', 1],
    ['no site', 'north', 999],
    ['no site', 'admin', 999],
    ['no site', 'admin', 2_147_483_647],
  ])('the site %s is refused for %s', async (_what, who, domain) => {
    const before = await databaseDigest(world);
    const response = await add(who === 'north' ? north : admin, person('else@vialkeep.test', { domain }));
    expect(response.statusCode).toBe(400);
    expect(response.json()).toMatchObject({ reason: 'unknown_domain', fields: { domain: 'Choose a domain.' } });
    expect(await databaseDigest(world)).toEqual(before);
  });
});
