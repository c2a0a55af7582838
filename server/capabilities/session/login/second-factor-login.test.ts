import { removeFactor, renewRecoveryCodes, secondFactorLogin, stepUp } from '@vialkeep/contract/factors.ts';
import { updatePassword } from '@vialkeep/contract/profile.ts';
import { currentSession, listSessions, login, resetPassword } from '@vialkeep/contract/session.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { beginLogin, codeOf, enrolApp, forgetUsedCodes } from '../../../testing/identity/enrolment.ts';
import { letterTo } from '../../../testing/mail/email-keys.ts';
import { PASSWORD } from '../../../testing/people.ts';
import { anonymousCaller, newWorld, type World } from '../../../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await newWorld();
});
afterAll(() => world.close());

/** The cookie by which the browser is known. */
const deviceCookieIn = (headers: Record<string, unknown>): string => {
  const lines = [headers['set-cookie'] ?? []].flat().map(String);
  return lines.find((line) => line.startsWith('vk_device'))?.split(';')[0] ?? '';
};

async function logInTwice(email: string, secret: string, remember_device: boolean, mayRemember = true) {
  await forgetUsedCodes(world);
  const next = await beginLogin(world, email);
  expect(next.may_remember).toBe(mayRemember);
  const first = await world.send(anonymousCaller, secondFactorLogin, {
    body: { login: next.login, totp: codeOf(secret), remember_device },
  });
  expect(first.statusCode).toBe(200);
  const cookie = deviceCookieIn(first.headers);
  const again = (password = PASSWORD) =>
    world.send({ ...anonymousCaller, cookie }, login, { body: { email, password } });
  return { again };
}

describe('Remembered device', () => {
  test('a remembered browser is not asked again, and another browser is', async () => {
    const { secret } = await enrolApp(world, await world.as('rep'));
    const { again } = await logInTwice('rep@vialkeep.test', secret, true);
    const opened = (await again()).json<{ token: string | null }>();
    expect(opened.token).not.toBeNull();
    const sessions = await world.call({ ...anonymousCaller, token: opened.token }, listSessions);
    expect(sessions.find(({ current }) => current)).toMatchObject({ proved_by: 'password and remembered device' });
    expect((await beginLogin(world, 'rep@vialkeep.test')).methods).toContain('totp');
    await world.sql("update known_devices set trusted_until = now() - interval '1 second'");
    expect((await again()).json().token).toBeNull();
  });

  test('the factors of an account cannot be changed from a remembered browser before a factor is presented', async () => {
    const { secret } = await enrolApp(world, await world.as('affiliate'));
    const { again } = await logInTwice('affiliate@vialkeep.test', secret, true);
    const { token } = (await again()).json<{ token: string }>();
    const affiliate = { ...anonymousCaller, token };
    const required = { status: 409, reason: 'step_up_required' };
    expect(await world.refusalOf(affiliate, renewRecoveryCodes)).toEqual(required);
    expect(await world.refusalOf(affiliate, removeFactor, { params: { id: 'totp' } })).toEqual(required);
    const password = { body: { password: PASSWORD } };
    expect((await world.refusalOf(affiliate, stepUp, password)).status).toBe(400);
    await forgetUsedCodes(world);
    await world.call(affiliate, stepUp, { body: { totp: codeOf(secret) } });
    expect((await world.call(affiliate, renewRecoveryCodes)).recovery_codes).toHaveLength(10);
  });

  test('a browser that was not to be remembered is asked again', async () => {
    const { secret } = await enrolApp(world, await world.as('rep2'));
    const { again } = await logInTwice('rep2@vialkeep.test', secret, false);
    expect((await again()).json().token).toBeNull();
  });

  test.each(['admin', 'super'])('the browser of %s is not offered to be remembered and never is', async (who) => {
    const { secret } = await enrolApp(world, await world.as(who));
    const { again } = await logInTwice(`${who}@vialkeep.test`, secret, true, false);
    expect((await again()).json().token).toBeNull();
    await world.sql("update known_devices set trusted_until = now() + interval '20 days'");
    expect((await again()).json().token).toBeNull();
  });

  test('a remembered browser is asked again after the factor was set up anew', async () => {
    const { secret } = await enrolApp(world, await world.as('rep3'));
    const { again } = await logInTwice('rep3@vialkeep.test', secret, true);
    await world.sql(
      "update users set second_factor_at = now() + interval '1 second' where email = 'rep3@vialkeep.test'",
    );
    expect((await again()).json().token).toBeNull();
  });

  test('a password that an administrator typed does not open the account without the factor', async () => {
    const email = 'manager@vialkeep.test';
    const manager = await world.as('manager');
    const { secret } = await enrolApp(world, manager);
    const { again } = await logInTwice(email, secret, true);
    const typed = 'Typed-by-another-1';
    const body = { user_id: manager.user.id, new_password_change: typed, confirm_password_change: typed };
    await forgetUsedCodes(world);
    const superNext = await world.sql<{ id: number }>("select id from users where email = 'super@vialkeep.test'");
    expect(superNext).toHaveLength(1);
    await world.sql('delete from totp_secrets where user_id = $1', [superNext[0]?.id]);
    await world.call(await world.as('super'), updatePassword, { params: { id: manager.user.id }, body });
    expect((await again(typed)).json()).toMatchObject({ token: null, next: { methods: ['totp', 'recovery_code'] } });
  });
});

describe('One-time password', () => {
  test('the second factor still follows, and the old password works until the login is complete', async () => {
    const email = 'distributor@vialkeep.test';
    const { secret } = await enrolApp(world, await world.as('distributor'));
    await world.call(anonymousCaller, resetPassword, { body: { email } });
    const oneTime = /\b[A-Z0-9]{5}(?:-[A-Z0-9]{5}){3}\b/.exec(await letterTo(world, email, 'Your new password'))?.[0];
    if (!oneTime) throw new Error('The letter has no password.');
    const next = await beginLogin(world, email, 'localhost', oneTime);
    expect((await beginLogin(world, email)).methods).toContain('totp');
    const opened = await world.call(anonymousCaller, secondFactorLogin, {
      body: { login: next.login, totp: codeOf(secret) },
    });
    const caller = { ...anonymousCaller, token: opened.token };
    expect(await world.call(caller, currentSession)).toMatchObject({ must_change_password: true });
    const old = await world.send(anonymousCaller, login, { body: { email, password: PASSWORD } });
    expect(old.statusCode).toBe(400);
  });
});

describe('Account during the second step', () => {
  test('an account that is deactivated between the steps does not open', async () => {
    const donor = await world.as('donor');
    const { secret } = await enrolApp(world, donor);
    const next = await beginLogin(world, 'donor@vialkeep.test');
    await world.sql('update users set is_active = false where id = $1', [donor.user.id]);
    const body = { login: next.login, totp: codeOf(secret) };
    expect(await world.refusalOf(anonymousCaller, secondFactorLogin, { body })).toEqual({
      status: 401,
      reason: 'login_expired',
    });
  });

  test('a hold that began after the factor was set up ends with it', async () => {
    const viewer = await world.as('viewer');
    const { secret } = await enrolApp(world, viewer);
    await world.sql("insert into credential_holds (domain_id, user_id, why) values (1, $1, 'email_set_by_other')", [
      viewer.user.id,
    ]);
    const next = await beginLogin(world, 'viewer@vialkeep.test');
    const opened = await world.call(anonymousCaller, secondFactorLogin, {
      body: { login: next.login, totp: codeOf(secret) },
    });
    const session = await world.call({ ...anonymousCaller, token: opened.token }, currentSession);
    expect(session.hold).toBeNull();
    expect(await world.sql('select cleared_by from credential_holds where user_id = $1', [viewer.user.id])).toEqual([
      { cleared_by: 'second factor' },
    ]);
  });
});

describe('New device', () => {
  test('a login from a new browser is told by a letter where the site asks for it, and one from a known browser is not', async () => {
    const email = 'hc@north.test';
    const at = { ...anonymousCaller, host: 'north.localhost' };
    const body = { email, password: PASSWORD };
    const letters = async () =>
      (await world.sql("select id from letters where kind = 'new-device' and recipient = $1", [email])).length;
    const first = await world.send(at, login, { body });
    expect(await letters()).toBe(0);
    await world.send({ ...at, cookie: deviceCookieIn(first.headers) }, login, { body });
    expect(await letters()).toBe(0);
    await world.send(at, login, { body });
    expect(await letters()).toBe(1);
  });
});
