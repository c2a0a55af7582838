import { acceptInvitation, openInvitation, renewInvitation } from '@vialkeep/contract/identity.ts';
import { createPatient } from '@vialkeep/contract/patients.ts';
import { updateUser } from '@vialkeep/contract/profile.ts';
import { currentSession, login, resetPassword } from '@vialkeep/contract/session.ts';
import { addUser, setUserInactive } from '@vialkeep/contract/users.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { databaseDigest } from '../../testing/database-digest.ts';
import { acceptInvited, chooseOwn, keyTo, letterTo } from '../../testing/mail/email-keys.ts';
import { visible } from '../../testing/same-answer.ts';
import { anonymousCaller, type Caller, newWorld, type World } from '../../testing/world.ts';

const TYPED = 'Typed-by-another-1';
const OWN = 'Chosen-by-the-person-2';

let world: World;
let admin: Caller & { user: { id: number } };
beforeAll(async () => {
  world = await newWorld();
  admin = await world.as('admin');
});
afterAll(() => world.close());
beforeEach(() => world.sql('delete from rate_limits'));

const north = { ...anonymousCaller, host: 'north.localhost' };
const invitePatient = async (email: string, caller: Caller = admin) => {
  const { id } = await world.call(caller, createPatient, {
    body: { email, first_name: 'Ines', last_name: 'Falk' },
  });
  return { id, key: await keyTo(world, email, '/invitation') };
};
const typeFirstPassword = async (email: string) => {
  const body = { subscription: 2, domain: 1, first_name: 'Ines', last_name: 'Falk', email, password: TYPED };
  return world.call(admin, addUser, { body });
};
const accept = (key: string, password = OWN, caller: Caller = anonymousCaller) =>
  world.send(caller, acceptInvitation, { body: { key, password } });
const lettersTo = async (email: string) => (await world.letters()).filter(({ recipient }) => recipient === email);
const enter = (email: string, password: string) => world.send(anonymousCaller, login, { body: { email, password } });
const expire = (id: number) =>
  world.sql("update account_keys set expires_at = now() - interval '1 second' where user_id = $1", [id]);

describe('S-16 An invitation', () => {
  test('opening an invitation shows the name and a masked email, and does not use the key', async () => {
    const { key } = await invitePatient('opened@falk.test');
    for (let times = 0; times < 2; times += 1) {
      expect(await world.call(anonymousCaller, openInvitation, { body: { key } })).toEqual({
        name: 'Ines Falk',
        email: 'o•••@falk.test',
        site: 'Vialkeep',
      });
    }
  });

  test('accepting an invitation sets the chosen password and logs the user in', async () => {
    const { id, key } = await invitePatient('accepted@falk.test');
    const response = await accept(key);
    expect(response.json()).toMatchObject({ success: true, message: 'Welcome.', user: { id } });
    expect(String(response.headers['set-cookie'])).toContain('vk_device=');
    expect(response.cookies.map(({ path }) => path)).toContain('/media');
    const caller = { ...anonymousCaller, token: response.json().token };
    expect(await world.call(caller, currentSession)).toMatchObject({ must_change_password: false, hold: null });
    expect((await enter('accepted@falk.test', OWN)).statusCode).toBe(200);
    const [session] = await world.sql('select proved_by from sessions where user_id = $1 order by id limit 1', [id]);
    expect(session).toEqual({ proved_by: 'invitation' });
    const [user] = await world.sql('select email_verified_at is not null as verified from users where id = $1', [id]);
    expect(user).toEqual({ verified: true });
  });

  test('accepting an invitation ends a typed password and its sessions, the hold, and one-time passwords', async () => {
    const email = 'typed@falk.test';
    const { id } = await typeFirstPassword(email);
    const intruder = await chooseOwn(world, email, TYPED, 'Chosen-by-the-intruder-3');
    await world.call(anonymousCaller, resetPassword, { body: { email } });
    const oneTime = (await letterTo(world, email, 'Your new password')).match(/^ {4}(\S+)$/m)?.[1] ?? '';
    const person = await acceptInvited(world, email, OWN);
    expect((await world.send(intruder, currentSession)).statusCode).toBe(401);
    expect((await world.call(person, currentSession)).hold).toBeNull();
    for (const dead of [TYPED, 'Chosen-by-the-intruder-3', oneTime]) {
      expect((await enter(email, dead)).statusCode).toBe(400);
    }
    const [hold] = await world.sql('select cleared_by from credential_holds where user_id = $1', [id]);
    expect(hold).toEqual({ cleared_by: 'invitation' });
  });

  test('one of twenty concurrent acceptances succeeds', async () => {
    const { key, id } = await invitePatient('raced@falk.test');
    const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => accept(key, `${OWN}-${n}`)));
    expect(answers.map(({ statusCode }) => statusCode).toSorted((one, other) => one - other)).toEqual([
      200,
      ...Array(19).fill(400),
    ]);
    expect(await world.sql('select 1 from sessions where user_id = $1', [id])).toHaveLength(1);
  });

  test('a key that is wrong, used, expired, replaced, ended, of another site or of an inactive user gets the same answer', async () => {
    const used = await invitePatient('used@falk.test');
    await accept(used.key);
    const old = await invitePatient('old@falk.test');
    await expire(old.id);
    const replaced = await invitePatient('replaced@falk.test');
    await world.call(anonymousCaller, renewInvitation, { body: { key: replaced.key } });
    await world.letters();
    const inactive = await invitePatient('inactive@falk.test');
    await world.call(admin, setUserInactive, { params: { id: inactive.id } });
    const elsewhere = await invitePatient('elsewhere@falk.test');
    const before = await databaseDigest(world, ['rate_limits']);
    const tries: [string, Caller][] = [
      ['nothing-like-a-key', anonymousCaller],
      [used.key, anonymousCaller],
      [old.key, anonymousCaller],
      [replaced.key, anonymousCaller],
      [inactive.key, anonymousCaller],
      [elsewhere.key, north],
    ];
    const answers: string[] = [];
    for (const [key, caller] of tries) {
      answers.push(JSON.stringify(visible(await world.send(caller, openInvitation, { body: { key } }))));
      answers.push(JSON.stringify(visible(await accept(key, OWN, caller))));
    }
    expect(new Set(answers).size).toBe(1);
    expect(answers[0]).toContain('This invitation has been used or is too old.');
    expect(await databaseDigest(world, ['rate_limits'])).toEqual(before);
  });

  test('a short password is refused at its field, and the invitation stays valid', async () => {
    const { key } = await invitePatient('short@falk.test');
    const refused = await accept(key, 'short-1');
    expect(refused.json()).toMatchObject({
      reason: 'invalid_input',
      fields: { password: 'Password must have at least 8 characters.' },
    });
    expect((await accept(key)).statusCode).toBe(200);
  });

  test('a leaked password or the user’s own name is refused, and the invitation stays valid', async () => {
    const { key } = await invitePatient('guessed@falk.test');
    for (const guessed of ['password123', 'InesFalk1']) {
      const refused = await accept(key, guessed);
      expect(refused.statusCode).toBe(400);
      expect(Object.keys(refused.json().fields)).toEqual(['password']);
    }
    expect((await accept(key)).statusCode).toBe(200);
  });

  test('an invitation stays valid during a hold, because it is unknown who chose the password, and ends with the hold', async () => {
    const email = 'chosen@falk.test';
    await typeFirstPassword(email);
    const key = await keyTo(world, email, '/invitation');
    await chooseOwn(world, email, TYPED, 'Chosen-by-the-intruder-3');
    expect((await world.send(anonymousCaller, openInvitation, { body: { key } })).statusCode).toBe(200);
    await world.sql(
      "update credential_holds set cleared_at = now(), cleared_by = 'mailed code' where cleared_at is null",
    );
    await chooseOwn(world, email, 'Chosen-by-the-intruder-3', OWN);
    expect((await world.send(anonymousCaller, openInvitation, { body: { key } })).statusCode).toBe(400);
  });

  test('an invitation ends when an administrator changes the account’s email', async () => {
    const { id, key } = await invitePatient('mistyped@falk.test');
    await world.call(admin, updateUser, { params: { id }, body: { email: 'right@falk.test' } });
    expect((await accept(key)).json().reason).toBe('invitation_over');
  });

  test('a one-time password works for an invited account that has no password yet', async () => {
    const { id } = await invitePatient('before@falk.test');
    await world.sql('delete from account_keys where user_id = $1', [id]);
    await world.call(anonymousCaller, resetPassword, { body: { email: 'before@falk.test' } });
    const oneTime = (await letterTo(world, 'before@falk.test', 'Your new password')).match(/^ {4}(\S+)$/m)?.[1] ?? '';
    const caller = await chooseOwn(world, 'before@falk.test', oneTime, OWN);
    expect(await world.call(caller, currentSession)).toMatchObject({ must_change_password: false, hold: null });
  });
});

describe('S-16 Requesting a new invitation', () => {
  const renew = (key: string, caller: Caller = anonymousCaller) =>
    world.send(caller, renewInvitation, { body: { key } });

  test('a new invitation replaces an expired one', async () => {
    const { id, key } = await invitePatient('renewed@falk.test');
    await expire(id);
    expect((await renew(key)).statusCode).toBe(200);
    const newest = await keyTo(world, 'renewed@falk.test', '/invitation');
    expect(newest).not.toBe(key);
    expect((await accept(key)).statusCode).toBe(400);
    expect((await accept(newest)).statusCode).toBe(200);
  });

  test('every key gets the same answer, and an email is sent only to a user without a password of their own', async () => {
    const used = await invitePatient('renew-used@falk.test');
    await accept(used.key);
    const elsewhere = await invitePatient('renew-elsewhere@falk.test');
    const unused = await invitePatient('renew-unused@falk.test');
    const answers = [
      await renew('nothing-like-a-key'),
      await renew(used.key),
      await renew(elsewhere.key, north),
      await renew(unused.key),
    ];
    expect(new Set(answers.map((answer) => JSON.stringify(visible(answer)))).size).toBe(1);
    expect(await lettersTo('renew-used@falk.test')).toHaveLength(1);
    expect(await lettersTo('renew-elsewhere@falk.test')).toHaveLength(1);
    expect(await lettersTo('renew-unused@falk.test')).toHaveLength(2);
  });

  test('no job, audit row or email contains the key in clear', async () => {
    const { key } = await invitePatient('kept@falk.test');
    await renew(key);
    const [kept] = await world.sql<{ found: boolean }>(
      `select coalesce(bool_or(row::text like $1), false) as found from (
         select to_jsonb(j) as row from graphile_worker._private_jobs j
         union all select to_jsonb(a) from audit_log a union all select to_jsonb(l) from letters l) every`,
      [`%${key}%`],
    );
    expect(kept?.found).toBe(false);
  });

  test('an account gets at most three emails an hour, and a network is served twenty times', async () => {
    const { key } = await invitePatient('often@falk.test');
    const statuses: number[] = [];
    for (let times = 0; times < 21; times += 1) statuses.push((await renew(key)).statusCode);
    expect(statuses).toEqual([...Array(20).fill(200), 429]);
    expect(await lettersTo('often@falk.test')).toHaveLength(3);
  });

  test('no invitation is sent after the user has chosen a password in another way', async () => {
    const { key } = await invitePatient('otherwise@falk.test');
    await world.call(anonymousCaller, resetPassword, { body: { email: 'otherwise@falk.test' } });
    const text = await letterTo(world, 'otherwise@falk.test', 'Your new password');
    await chooseOwn(world, 'otherwise@falk.test', text.match(/^ {4}(\S+)$/m)?.[1] ?? '', OWN);
    await renew(key);
    expect(await lettersTo('otherwise@falk.test')).toHaveLength(2);
  });
});
