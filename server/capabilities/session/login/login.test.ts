import { currentSession, login } from '@vialkeep/contract/session.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PASSWORD as password } from '../../../testing/people.ts';
import { visible } from '../../../testing/same-answer.ts';
import { anonymousCaller, newWorld, type World } from '../../../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await newWorld();
});
afterAll(() => world.close());

const atNorth = { ...anonymousCaller, host: 'north.localhost' };

/** The documented fields of 'Logged-in user' (1-foundation 3). */
const documented = `id username first_name last_name company phone_number email address1 address2 city state_desc
  country_desc zip_code template_id document_id hc_logo date_joined last_login subscription tags saless_rep_id hc_desc
  rhc_desc referral_hc_desc harvest_center_temporal domain check_agreement vials_preparation vials_available
  auth_customer_payment_profile_id`.split(/\s+/);

describe('F001 Login', () => {
  test('a login gives a token and the user, whatever the case of the email', async () => {
    const opened = await world.call(anonymousCaller, login, { body: { email: ' HC@vialkeep.test ', password } });
    expect(opened.user).toMatchObject({
      username: 'Maria Stein',
      company: 'Stein Regenerative Clinic',
      subscription: { id: 4, name: 'Harvest Center' },
      domain: { name: 'Vialkeep' },
    });
    const session = await world.call({ ...anonymousCaller, token: opened.token }, currentSession);
    expect(session.user.email).toBe('hc@vialkeep.test');
    expect(session.acting).toBeNull();
  });

  test('a login gives the user with every documented field', async () => {
    const patient = await world.call(anonymousCaller, login, { body: { email: 'patient2@vialkeep.test', password } });
    expect(Object.keys(patient.user).toSorted()).toEqual(documented.toSorted());
    expect(patient.user).toMatchObject({
      vials_preparation: expect.any(Number),
      vials_available: expect.any(Number),
      auth_customer_payment_profile_id: null,
    });
    const center = await world.call(anonymousCaller, login, { body: { email: 'hc@vialkeep.test', password } });
    expect(center.user).toMatchObject({
      vials_preparation: null,
      vials_available: null,
      auth_customer_payment_profile_id: expect.any(String),
    });
  });

  test('every login gives a new token, and the database stores only hashes', async () => {
    const first = await world.as('hc');
    const second = await world.as('hc');
    expect(first.token).not.toBe(second.token);
    const kept = await world.sql("select encode(token_hash, 'escape') || device as row from sessions");
    expect(JSON.stringify(kept)).not.toContain(first.token);
  });

  test('a login stores its time', async () => {
    await world.as('buyer');
    const [row] = await world.sql<{ recent: boolean }>(
      "select last_login > now() - interval '1 minute' as recent from users where email = 'buyer@vialkeep.test'",
    );
    expect(row?.recent).toBe(true);
  });

  test('a login reveals no internal column of the database', async () => {
    const response = await world.send(anonymousCaller, login, { body: { email: 'hc@vialkeep.test', password } });
    expect(response.body).not.toMatch(/password_hash|argon2|is_active|search_text|must_change/);
    expect(response.headers['cache-control']).toBe('no-store');
  });
});

describe('F002 Failed login', () => {
  test('an unknown email is answered exactly like a wrong password', async () => {
    const wrong = await world.send(anonymousCaller, login, { body: { email: 'hc@vialkeep.test', password: 'not it' } });
    const unknown = await world.send(anonymousCaller, login, {
      body: { email: 'who@vialkeep.test', password: 'not it' },
    });
    expect(wrong.statusCode).toBe(400);
    expect(wrong.json()).toEqual({
      success: false,
      code: 'error',
      reason: 'wrong_credentials',
      message: 'Unable to log in with the e-mail and password you entered.',
    });
    expect(visible(unknown)).toEqual(visible(wrong));
  });

  test('a failed login writes an audit row about the account and opens no session', async () => {
    const [before] = await world.sql('select count(*)::int as n from sessions');
    await world.send(anonymousCaller, login, { body: { email: 'rep@vialkeep.test', password: 'not it' } });
    const [row] = await world.sql(
      "select subject_id, actor_id, length(facts ->> 'typed') as typed from audit_log where action = 'session.login_refused' and domain_id = 1 order by position desc limit 1",
    );
    const [rep] = await world.sql<{ id: number }>("select id from users where email = 'rep@vialkeep.test'");
    // The typed email is stored as a keyed hash.
    expect(row).toEqual({ subject_id: String(rep?.id), actor_id: null, typed: 64 });
    expect(await world.sql('select count(*)::int as n from sessions')).toEqual([before]);
  });

  test.each([
    ['no e-mail', { password }, 'email'],
    ['no password', { email: 'hc@vialkeep.test' }, 'password'],
    ['an empty password', { email: 'hc@vialkeep.test', password: '' }, 'password'],
    ['something that is not an e-mail', { email: 'hc', password }, 'email'],
    ['a list for an e-mail', { email: ['hc@vialkeep.test'], password }, 'email'],
    ['an object for a password', { email: 'hc@vialkeep.test', password: { $ne: '' } }, 'password'],
    ['an endless password', { email: 'hc@vialkeep.test', password: 'x'.repeat(257) }, 'password'],
    ['a NUL in the e-mail', { email: 'hc\u0000@vialkeep.test', password }, 'email'],
  ])('a login with %s is refused by the name of the field', async (_what, body, field) => {
    const response = await world.send(anonymousCaller, login, { body });
    expect(response.statusCode).toBe(400);
    expect(response.json()).toMatchObject({ success: false, code: 'error', reason: 'invalid_input' });
    expect(Object.keys(response.json().fields)).toEqual([field]);
  });
});

describe('F014 Inactive account', () => {
  test('an inactive account is reported only after the correct password', async () => {
    const right = await world.send(anonymousCaller, login, { body: { email: 'former-rep@vialkeep.test', password } });
    expect(right.statusCode).toBe(400);
    expect(right.json()).toMatchObject({ reason: 'account_inactive', message: 'This account is inactive.' });
    const wrong = { body: { email: 'former-rep@vialkeep.test', password: 'not it' } };
    expect(await world.refusalOf(anonymousCaller, login, wrong)).toEqual({ status: 400, reason: 'wrong_credentials' });
  });

  test('a removed account is answered like an unknown one', async () => {
    await world.sql(
      "update users set removed_at = now(), is_active = false where email = 'former-staff@vialkeep.test'",
    );
    const right = { body: { email: 'former-staff@vialkeep.test', password } };
    expect(await world.refusalOf(anonymousCaller, login, right)).toEqual({ status: 400, reason: 'wrong_credentials' });
  });
});

describe('Site of a login', () => {
  test('a user can log in on their own site and on the main one', async () => {
    expect((await world.as('hc@north.test', 'north.localhost')).user.domain.name).toBe('Northlight');
    expect((await world.as('hc@north.test', 'localhost')).user.domain.name).toBe('Northlight');
  });

  test.each(['hc', 'admin', 'super'])(
    'a login of %s of the main site on a custom one is answered like an unknown email',
    async (key) => {
      const right = { body: { email: `${key}@vialkeep.test`, password } };
      const unknown = { body: { email: 'who@vialkeep.test', password } };
      expect(visible(await world.send(atNorth, login, right))).toEqual(
        visible(await world.send(atNorth, login, unknown)),
      );
    },
  );
});
