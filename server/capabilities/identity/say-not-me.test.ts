import { sayNotMe } from '@vialkeep/contract/identity.ts';
import { updatePassword } from '@vialkeep/contract/profile.ts';
import { currentSession, login } from '@vialkeep/contract/session.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { actorlessContext } from '../../kernel/session/actor.ts';
import { beginHold } from '../../kernel/session/holds.ts';
import { databaseDigest } from '../../testing/database-digest.ts';
import { chooseOwn, keyTo, letterTo } from '../../testing/mail/email-keys.ts';
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

const setPassword = async (email: string) => {
  const id = await world.idOf(email);
  await world.call(admin, updatePassword, { params: { id }, body: { user_id: id, new_password_change: TYPED } });
  return { id, key: await keyTo(world, email, '/not-me') };
};
const object = (key: string, host = 'localhost') =>
  world.send({ ...anonymousCaller, host }, sayNotMe, { body: { key } });
const isIn = async (caller: Caller) => (await world.send(caller, currentSession)).statusCode === 200;
const enter = (email: string, password: string) => world.send(anonymousCaller, login, { body: { email, password } });

describe('S-15 The objection "This was not me"', () => {
  test('an objection ends the password and every session, also acting ones, and mails a one-time password', async () => {
    const email = 'hc3@vialkeep.test';
    const { id, key } = await setPassword(email);
    // The administrator logs in with the typed password, chooses a new one, and also acts in the account.
    const intruder = await chooseOwn(world, email, TYPED, OWN);
    const acting = await world.actingAs(admin, email);
    const answer = await object(key);
    expect(answer.json()).toEqual({
      success: true,
      message:
        'Thank you. The password no longer works. A password that works once is on its way to your e-mail address.',
    });
    expect([await isIn(intruder), await isIn(acting)]).toEqual([false, false]);
    expect((await enter(email, OWN)).statusCode).toBe(400);
    expect((await enter(email, TYPED)).statusCode).toBe(400);
    const password = (await letterTo(world, email, 'Your new password')).match(/^ {4}(\S+)$/m)?.[1] ?? '';
    expect((await enter(email, password)).statusCode).toBe(200);
    const [noted] = await world.sql("select subject_id from audit_log where action = 'identity.not_me'");
    expect(noted).toEqual({ subject_id: String(id) });
  });

  test('the administrators of the site get an email that names who set the password', async () => {
    const { key, id } = await setPassword('patient@north.test');
    expect((await object(key, 'north.localhost')).statusCode).toBe(200);
    for (const email of ['admin@north.test', 'super@vialkeep.test', 'admin@vialkeep.test']) {
      const letter = await letterTo(world, email, 'not wanted');
      expect(letter).toContain(`(#${id}) told us`);
      expect(letter).toContain(`(#${admin.user.id}) set for their account`);
    }
  });

  test('an objection of an admin is emailed only to the super admins', async () => {
    const superAdmin = await world.as('super');
    const id = await world.idOf('admin@north.test');
    const body = { user_id: id, new_password_change: TYPED };
    await world.call(superAdmin, updatePassword, { params: { id }, body });
    const before = (await world.letters()).length;
    await object(await keyTo(world, 'admin@north.test', '/not-me'), 'north.localhost');
    const written = (await world.letters()).slice(0, -before);
    expect(written.map(({ recipient }) => recipient).toSorted()).toEqual(['admin@north.test', 'super@vialkeep.test']);
  });

  test('a key that is wrong, used, expired, replaced or of another site gets the same answer', async () => {
    const used = await setPassword('rep@vialkeep.test');
    await object(used.key);
    const old = await setPassword('rep2@vialkeep.test');
    await world.sql(
      "update account_keys set expires_at = now() - interval '1 second' where user_id = $1 and purpose = 'not_me'",
      [old.id],
    );
    const replaced = await setPassword('lab@vialkeep.test');
    await setPassword('lab@vialkeep.test');
    const elsewhere = await setPassword('hc2@vialkeep.test');
    const before = await databaseDigest(world, ['rate_limits']);
    const answers = [
      await object('nothing-like-a-key'),
      await object(used.key),
      await object(old.key),
      await object(replaced.key),
      await object(elsewhere.key, 'north.localhost'),
    ];
    expect(answers[0]?.json()).toMatchObject({ reason: 'key_over', message: 'This link has been used or is too old.' });
    expect(new Set(answers.map((answer) => JSON.stringify(visible(answer)))).size).toBe(1);
    expect(await databaseDigest(world, ['rate_limits'])).toEqual(before);
  });

  test('one of twenty concurrent objections succeeds', async () => {
    const { id, key } = await setPassword('donor@vialkeep.test');
    const answers = await Promise.all(Array.from({ length: 20 }, () => object(key)));
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    const sent = await world.sql('select 1 from one_time_passwords where user_id = $1', [id]);
    expect(sent).toHaveLength(1);
  });

  test('no password is mailed to an address that an administrator set', async () => {
    const email = 'patient3@vialkeep.test';
    const { id, key } = await setPassword(email);
    await world.sql("update users set email = 'taken-over@evil.test' where id = $1", [id]);
    await world.app.services.store.write('platform', actorlessContext('test'), (work) =>
      beginHold(work, { userId: id, domainId: 1, why: 'email_set_by_other', hours: 72 }),
    );
    const answer = await object(key);
    expect(answer.json().message).toContain('An administrator changed your e-mail address too');
    expect((await enter('taken-over@evil.test', TYPED)).statusCode).toBe(400);
    const letters = await world.letters();
    expect(letters.filter(({ recipient }) => recipient === 'taken-over@evil.test')).toEqual([]);
    expect(await world.sql('select 1 from one_time_passwords where user_id = $1', [id])).toEqual([]);
  });

  test('a GET request with the key does nothing', async () => {
    const { key } = await setPassword('staff@vialkeep.test');
    const got = await world.raw({ method: 'GET', url: `${sayNotMe.path}?key=${key}` });
    expect(got.statusCode).toBe(404);
    expect((await object(key)).statusCode).toBe(200);
  });
});
