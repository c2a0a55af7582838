import { changePassword } from '@vialkeep/contract/profile.ts';
import { currentSession, listSessions, login, resetPassword } from '@vialkeep/contract/session.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PASSWORD } from '../../../testing/people.ts';
import { visible } from '../../../testing/same-answer.ts';
import { anonymousCaller, type Caller, newWorld, type World } from '../../../testing/world.ts';

let world: World;
beforeAll(async () => {
  // A separate world tests the limit of a whole network.
  world = await newWorld({ RESETS_PER_NETWORK: '1000' });
});
afterAll(() => world.close());

const atNorth = { ...anonymousCaller, host: 'north.localhost' };

/** Requests a one-time password and reads it from the email. */
async function oneTimePasswordFor(email: string, from: Caller = anonymousCaller): Promise<string> {
  await world.call(from, resetPassword, { body: { email } });
  const letter = (await world.letters()).find(({ recipient }) => recipient === email);
  return codeIn(letter?.text_body ?? '');
}

function codeIn(text: string): string {
  return /\b(?:[A-Z2-9]{5}-){3}[A-Z2-9]{5}\b/.exec(text)?.[0] ?? 'no code in the letter';
}

const ascending = (a: number, b: number) => a - b;

const tryLogin = (email: string, password: string) => world.send(anonymousCaller, login, { body: { email, password } });

async function enter(email: string, password: string): Promise<Caller> {
  const opened = await world.call(anonymousCaller, login, { body: { email, password } });
  return { ...anonymousCaller, token: opened.token };
}

describe('F003 Forgotten password', () => {
  test('a reset sends an email from the user’s own site with instructions', async () => {
    await world.call(anonymousCaller, resetPassword, { body: { email: 'LAB@vialkeep.test' } });
    const [letter] = await world.letters(1);
    expect(letter).toMatchObject({ recipient: 'lab@vialkeep.test', subject: 'Your new Vialkeep password' });
    expect(letter?.text_body).toContain('within 60 minutes');
    expect(letter?.text_body).toContain('http://localhost:3000/?redirect=password');
  });

  test('a reset for an unknown email gets exactly the same answer', async () => {
    const known = await world.send(anonymousCaller, resetPassword, { body: { email: 'rep@vialkeep.test' } });
    const unknown = await world.send(anonymousCaller, resetPassword, { body: { email: 'who@vialkeep.test' } });
    const inactive = await world.send(anonymousCaller, resetPassword, { body: { email: 'former-rep@vialkeep.test' } });
    expect(known.statusCode).toBe(200);
    expect(visible(unknown)).toEqual(visible(known));
    expect(visible(inactive)).toEqual(visible(known));
    const recipients = (await world.letters()).map(({ recipient }) => recipient);
    expect(recipients).toContain('rep@vialkeep.test');
    expect(recipients).not.toContain('who@vialkeep.test');
    expect(recipients).not.toContain('former-rep@vialkeep.test');
  });

  test('a reset can be requested three times an hour for an email, known or not', async () => {
    for (const email of ['rhc2@vialkeep.test', 'who2@vialkeep.test']) {
      const statuses: number[] = [];
      for (let n = 0; n < 4; n += 1) {
        statuses.push((await world.send(anonymousCaller, resetPassword, { body: { email } })).statusCode);
      }
      expect(statuses).toEqual([200, 200, 200, 429]);
    }
    const fourth = await world.send(anonymousCaller, resetPassword, { body: { email: 'RHC2@vialkeep.test' } });
    expect(Number(fourth.headers['retry-after'])).toBeGreaterThan(3_500);
    const letters = (await world.letters()).filter(({ recipient }) => recipient === 'rhc2@vialkeep.test');
    expect(letters).toHaveLength(3);
  });

  test('callers elsewhere cannot keep the owner from requesting a reset, and the emails they caused stay valid', async () => {
    const email = 'viewer@vialkeep.test';
    const ask = (remoteAddress: string) =>
      world.raw({ method: 'POST', url: resetPassword.path, remoteAddress, payload: { email } });
    const attack: number[] = [];
    for (let n = 0; n < 12; n += 1) attack.push((await ask(`192.0.2.${n % 3}`)).statusCode);
    expect(attack).toEqual([...Array(9).fill(200), ...Array(3).fill(429)]);
    const letters = async () => (await world.letters()).filter(({ recipient }) => recipient === email);
    expect(await letters()).toHaveLength(5);

    const owner = await ask('198.51.100.7');
    expect(owner.statusCode).toBe(200);
    expect(visible(owner)).toEqual(visible(await ask('198.51.100.8')));
    expect(await letters()).toHaveLength(5);
    const oldest = (await letters()).at(-1)?.text_body ?? '';
    expect((await tryLogin(email, codeIn(oldest))).statusCode).toBe(200);
  });

  test('a reset can be requested twenty times an hour from one network, for any emails', async () => {
    const own = await newWorld();
    const statuses: number[] = [];
    for (let n = 0; n < 22; n += 1) {
      statuses.push(
        (await own.send(anonymousCaller, resetPassword, { body: { email: `p${n}@vialkeep.test` } })).statusCode,
      );
    }
    expect(statuses).toEqual([...Array(20).fill(200), 429, 429]);
    await own.close();
  });

  test('the email links to the user’s own site, and a custom site sends nothing to users of another', async () => {
    await world.call(atNorth, resetPassword, { body: { email: 'affiliate@vialkeep.test' } });
    await world.call(anonymousCaller, resetPassword, { body: { email: 'hc@north.test' } });
    const letters = await world.letters();
    expect(letters.map(({ recipient }) => recipient)).not.toContain('affiliate@vialkeep.test');
    const north = letters.find(({ recipient }) => recipient === 'hc@north.test');
    expect(north?.subject).toBe('Your new Northlight Bank password');
    expect(north?.text_body).toContain('http://north.localhost:3000/?redirect=password');
  });

  test('the database stores only a hash of the one-time password', async () => {
    const code = await oneTimePasswordFor('donor@vialkeep.test');
    const kept = await world.sql("select encode(password_hash, 'escape') as hash from one_time_passwords");
    expect(JSON.stringify(kept)).not.toContain(code);
    const audit = await world.sql('select * from audit_log');
    expect(JSON.stringify(audit)).not.toContain(code);
    expect(JSON.stringify(audit)).not.toContain('donor@vialkeep.test');
  });
});

describe('F004 One-time password', () => {
  test('a one-time password works beside the old one until it is used; then it must be replaced, and only the new one works', async () => {
    const email = 'hc2@vialkeep.test';
    const code = await oneTimePasswordFor(email);
    const before = await enter(email, PASSWORD);

    const member = await enter(email, code);
    expect((await world.call(member, currentSession)).must_change_password).toBe(true);
    expect((await tryLogin(email, PASSWORD)).statusCode).toBe(400);
    const blocked = { status: 409, reason: 'password_change_required' };
    expect(await world.refusalOf(member, listSessions)).toEqual(blocked);
    expect(await world.refusalOf(before, listSessions)).toEqual(blocked);

    const change = { password_current: code, password_new: 'A new one, 2', password_confirmation: 'A new one, 2' };
    await world.call(member, changePassword, { body: change });
    expect((await world.call(member, listSessions)).filter(({ current }) => current)).toHaveLength(1);
    expect(await world.refusalOf(before, listSessions)).toEqual({ status: 401, reason: 'not_signed_in' });
    expect((await tryLogin(email, code)).statusCode).toBe(400);
    expect((await tryLogin(email, PASSWORD)).statusCode).toBe(400);
    expect((await tryLogin(email, 'A new one, 2')).statusCode).toBe(200);
  });

  test('a one-time password opens the account once', async () => {
    const email = 'hc3@vialkeep.test';
    const code = await oneTimePasswordFor(email);
    await enter(email, code);
    expect((await tryLogin(email, code)).json()).toMatchObject({ reason: 'wrong_credentials' });
  });

  test('a one-time password opens the account once even in two simultaneous logins', async () => {
    const email = 'staff2@vialkeep.test';
    const code = await oneTimePasswordFor(email);
    const both = await Promise.all([tryLogin(email, code), tryLogin(email, code)]);
    expect(both.map(({ statusCode }) => statusCode).toSorted(ascending)).toEqual([200, 400]);
  });

  test('a one-time password is accepted in lower case and with spaces around it', async () => {
    const code = await oneTimePasswordFor('rhc@vialkeep.test');
    expect((await tryLogin('rhc@vialkeep.test', `  ${code.toLowerCase()} `)).statusCode).toBe(200);
  });

  test('a one-time password expires after 60 minutes, and the old password still works', async () => {
    const email = 'manager2@vialkeep.test';
    const code = await oneTimePasswordFor(email);
    await world.sql("update one_time_passwords set expires_at = expires_at - interval '60 minutes'");
    expect((await tryLogin(email, code)).statusCode).toBe(400);
    expect((await tryLogin(email, PASSWORD)).statusCode).toBe(200);
  });

  test('a one-time password does not open another account', async () => {
    const code = await oneTimePasswordFor('rep2@vialkeep.test');
    expect((await tryLogin('rep3@vialkeep.test', code)).statusCode).toBe(400);
  });

  test('choosing a password ends all requested one-time passwords', async () => {
    const email = 'distributor@vialkeep.test';
    const first = await oneTimePasswordFor(email);
    const second = await oneTimePasswordFor(email);
    const member = await enter(email, second);
    const chosen = 'Something else, 3';
    const change = { password_current: second, password_new: chosen, password_confirmation: chosen };
    await world.call(member, changePassword, { body: change });
    expect((await tryLogin(email, first)).statusCode).toBe(400);
    expect((await tryLogin(email, chosen)).statusCode).toBe(200);
  });

  test('the one-time password itself is refused as the new password', async () => {
    const email = 'distributor2@vialkeep.test';
    const code = await oneTimePasswordFor(email);
    const member = await enter(email, code);
    const kept = { password_current: code, password_new: code, password_confirmation: code };
    const refused = await world.send(member, changePassword, { body: kept });
    expect(refused.statusCode).toBe(400);
    expect(Object.keys(refused.json().fields)).toEqual(['password_new']);
    expect((await world.call(member, currentSession)).must_change_password).toBe(true);
  });
});
