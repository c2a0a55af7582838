import { addCustomSiteAdmin } from '@vialkeep/contract/custom-sites.ts';
import { changePassword, updatePassword, updateUser } from '@vialkeep/contract/profile.ts';
import { currentSession, listSessions, login } from '@vialkeep/contract/session.ts';
import { addUser } from '@vialkeep/contract/users.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { chooseOwn, letterTo } from '../../testing/mail/email-keys.ts';
import { PASSWORD } from '../../testing/people.ts';
import { anonymousCaller, type Caller, newWorld, type World } from '../../testing/world.ts';

let world: World;
let admin: Caller & { user: { id: number } };
beforeAll(async () => {
  world = await newWorld();
  admin = await world.as('admin');
});
afterAll(() => world.close());

const TYPED = 'Typed-by-another-1';
const OWN = 'Chosen-by-the-person-2';

const setPassword = async (email: string, password = TYPED) => {
  const id = await world.idOf(email);
  await world.call(admin, updatePassword, { params: { id }, body: { user_id: id, new_password_change: password } });
  return id;
};
const enter = (email: string, password: string) => world.send(anonymousCaller, login, { body: { email, password } });
const passwordOf = async (id: number) => {
  const [row] = await world.sql(
    `select must_change_password, password_set_by, round(extract(epoch from password_until - now()) / 3600)::int as hours
     from users where id = $1`,
    [id],
  );
  return row;
};
const holdOf = async (caller: Caller) => (await world.call(caller, currentSession)).hold;

describe('S-15 A password that an administrator types for another user', () => {
  test('the password opens the account repeatedly for 72 hours, and only to choose a new password', async () => {
    const id = await setPassword('hc3@vialkeep.test');
    expect(await passwordOf(id)).toEqual({ must_change_password: true, password_set_by: admin.user.id, hours: 72 });
    expect((await enter('hc3@vialkeep.test', PASSWORD)).statusCode).toBe(400);
    for (let times = 0; times < 3; times += 1) {
      const opened = (await enter('hc3@vialkeep.test', TYPED)).json();
      const caller = { ...anonymousCaller, token: opened.token };
      expect((await world.call(caller, currentSession)).must_change_password).toBe(true);
      expect(await world.refusalOf(caller, listSessions)).toEqual({ status: 409, reason: 'password_change_required' });
    }
  });

  test('the password is refused after 72 hours, also as the current password of a session that it opened', async () => {
    const id = await setPassword('rep2@vialkeep.test');
    const caller = { ...anonymousCaller, token: (await enter('rep2@vialkeep.test', TYPED)).json().token };
    await world.sql("update users set password_until = now() - interval '1 second' where id = $1", [id]);
    expect((await enter('rep2@vialkeep.test', TYPED)).json().reason).toBe('wrong_credentials');
    const body = { password_current: TYPED, password_new: OWN, password_confirmation: OWN };
    expect(await world.refusalOf(caller, changePassword, { body })).toEqual({
      status: 400,
      reason: 'wrong_current_password',
    });
  });

  test('the password ends when the user chooses their own, and the hold stays', async () => {
    const id = await setPassword('hc2@vialkeep.test');
    const caller = await chooseOwn(world, 'hc2@vialkeep.test', TYPED, OWN);
    expect(await passwordOf(id)).toEqual({ must_change_password: false, password_set_by: null, hours: null });
    expect((await enter('hc2@vialkeep.test', TYPED)).statusCode).toBe(400);
    expect((await enter('hc2@vialkeep.test', OWN)).statusCode).toBe(200);
    expect(await holdOf(caller)).toEqual({ why: 'password_set_by_other', until: null });
  });

  test('the user gets an email with a link to object and without the password', async () => {
    await setPassword('donor@vialkeep.test');
    const letter = await letterTo(world, 'donor@vialkeep.test');
    expect(letter).toContain('An administrator of Vialkeep set a new password for your account.');
    expect(letter).toMatch(/This was not me:\nhttp:\/\/localhost(:\d+)?\/not-me\?key=[\w-]{43}/);
    expect(letter).not.toContain(TYPED);
    const [kept] = await world.sql<{ found: boolean }>('select bool_or(letters::text like $1) as found from letters', [
      `%not-me?key%`,
    ]);
    expect(kept?.found).toBe(false);
  });

  test('the link to object goes to the former address if an administrator changed the email before', async () => {
    const id = await world.idOf('patient4@vialkeep.test');
    await world.call(admin, updateUser, { params: { id }, body: { email: 'first@evil.test' } });
    await world.call(admin, updateUser, { params: { id }, body: { email: 'second@evil.test' } });
    await setPassword('second@evil.test');
    const theirs = await letterTo(world, 'patient4@vialkeep.test', 'A new password was set');
    expect(theirs).toContain('/not-me?key=');
    expect(await letterTo(world, 'second@evil.test', 'A new password was set')).not.toContain('/not-me');
  });

  test('the account names the administrator who really acts, also on another site', async () => {
    const id = await setPassword('patient@north.test');
    expect(await passwordOf(id)).toMatchObject({ password_set_by: admin.user.id });
    const [hold] = await world.sql('select by_id, why, domain_id from credential_holds where user_id = $1', [id]);
    expect(hold).toEqual({ by_id: admin.user.id, why: 'password_set_by_other', domain_id: 2 });
    expect(await letterTo(world, 'patient@north.test')).toMatch(/http:\/\/[^/]*north[^/]*\/not-me/);
  });

  test('a second typed password replaces the first and its hold, and one hold is left', async () => {
    const id = await setPassword('lab@vialkeep.test');
    await setPassword('lab@vialkeep.test', 'Typed-by-another-3');
    expect((await enter('lab@vialkeep.test', TYPED)).statusCode).toBe(400);
    const holds = await world.sql('select cleared_by from credential_holds where user_id = $1 order by id', [id]);
    expect(holds).toEqual([{ cleared_by: 'replaced' }, { cleared_by: null }]);
  });

  test('a password that must be replaced is refused if no administrator typed it, such as a used one-time password', async () => {
    const id = await world.idOf('viewer@vialkeep.test');
    await world.sql('update users set must_change_password = true where id = $1', [id]);
    expect((await enter('viewer@vialkeep.test', PASSWORD)).json().reason).toBe('wrong_credentials');
  });
});

describe('S-16 The first password that an administrator types', () => {
  const person = { first_name: 'Ines', last_name: 'Falk', phone_number: '', company: '' };

  test('the password of Create New User works for seven days, starts a hold and comes with an invitation and a link to object', async () => {
    const body = { ...person, subscription: 2, domain: 1, email: 'ines@falk.test', password: TYPED };
    const { id } = await world.call(admin, addUser, { body });
    expect(await passwordOf(id)).toEqual({ must_change_password: true, password_set_by: admin.user.id, hours: 168 });
    const letter = await letterTo(world, 'ines@falk.test', 'Your account is ready');
    expect(letter).toMatch(/Choose a password:\nhttp:\/\/\S+\/invitation\?key=[\w-]{43}/);
    expect(letter).toMatch(/This was not me:\nhttp:\/\/\S+\/not-me\?key=[\w-]{43}/);
    expect(letter).not.toContain(TYPED);
    const caller = await chooseOwn(world, 'ines@falk.test', TYPED, OWN);
    expect(await holdOf(caller)).toEqual({ why: 'password_set_by_other', until: null });
  });

  test('the password of a custom site’s admin works for seven days with a hold, and a repeated request sends no second email', async () => {
    const superAdmin = await world.as('super');
    await world.sql('insert into custom_sites (site_id, started_by) values (2, $1)', [superAdmin.user.id]);
    const body = { ...person, email: 'site-admin@falk.test', password: TYPED, phone: '', domain: 2 };
    const { id } = await world.call(superAdmin, addCustomSiteAdmin, { body });
    await world.call(superAdmin, addCustomSiteAdmin, { body });
    expect(await passwordOf(id)).toMatchObject({ must_change_password: true, hours: 168 });
    const letters = (await world.letters()).filter(({ recipient }) => recipient === 'site-admin@falk.test');
    expect(letters).toHaveLength(1);
    // The site's own name may not resolve yet, so the link opens the main site.
    expect(letters[0]?.text_body).toMatch(/http:\/\/localhost(:\d+)?\/invitation\?key=/);
  });
});
