import { currentSession, generateLoginAsUserToken, loginAsUser, logout } from '@vialkeep/contract/session.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { anonymousCaller, type Caller, newWorld, type World } from '../../../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await newWorld();
});
afterAll(() => world.close());

const gone = { status: 401, reason: 'not_signed_in' };
const loginAgain = { success: true, token: null, user: null, acting: null, message: 'Please log in again.' };

const goBack = (acting: Caller, selfId: number) => world.send(acting, loginAsUser, { body: { user_id: selfId } });

/** The token without the cookies of the browser that received it. */
const stolen = ({ token, host }: Caller): Caller => ({ ...anonymousCaller, token, host });

async function printOfSession(userId: number): Promise<unknown> {
  return world.sql(
    `select id, encode(token_hash, 'hex') as token, encode(file_hash, 'hex') as files, ended_at
     from sessions where user_id = $1 and kind = 'login' order by id`,
    [userId],
  );
}

describe('T15 Return from an acting session', () => {
  test('a return without the cookie ends the acting session and reveals nothing about the administrator', async () => {
    const admin = await world.as('admin');
    const acting = await world.actingAs(admin, 'hc@vialkeep.test');
    const before = await printOfSession(admin.user.id);
    const answer = await goBack(stolen(acting), admin.user.id);
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toEqual({ ...loginAgain, domain: { url: 'http://localhost:3000' } });
    expect(answer.body).not.toContain('admin@');
    expect(await world.refusalOf(acting, currentSession)).toEqual(gone);
    expect(await printOfSession(admin.user.id)).toEqual(before);
    expect((await world.send(admin, currentSession)).statusCode).toBe(200);
    const [row] = await world.sql(
      "select actor_id, facts->'cookie' as cookie from audit_log where action = 'session.return_to_self' order by position desc limit 1",
    );
    expect(row).toEqual({ actor_id: admin.user.id, cookie: false });
  });

  test('a return with the cookie of another acting session, of a file or with an invalid one only ends the session', async () => {
    const admin = await world.as('admin');
    const other = await world.actingAs(admin, 'hc2@vialkeep.test');
    const [, secretOfOther = ''] = (other.cookie ?? '').split('=');
    for (const cookie of [
      other.cookie ?? '',
      (name: string) => `${name}=${secretOfOther}`,
      (name: string) => `${name}=`,
      (name: string) => `${name}=${'A'.repeat(43)}`,
      (name: string, secret: string) => `${name}=${secret.slice(1)}`,
      (name: string, secret: string) => `x${name}=${secret}`,
    ]) {
      const acting = await world.actingAs(admin, 'hc@vialkeep.test');
      const [name = '', secret = ''] = (acting.cookie ?? '').split('=');
      const forged = typeof cookie === 'string' ? cookie : cookie(name, secret);
      expect((await goBack({ ...acting, cookie: forged }, admin.user.id)).json(), forged).toMatchObject(loginAgain);
      expect(await world.refusalOf(acting, currentSession)).toEqual(gone);
    }
    expect((await world.send(other, currentSession)).statusCode).toBe(200);
  });

  test('a return on another site without the cookie ends the session and names no other site', async () => {
    const admin = await world.as('admin');
    const acting = await world.actingAs(admin, 'hc@north.test', 'north.localhost');
    const answer = await goBack(stolen(acting), admin.user.id);
    expect(answer.json()).toEqual({ ...loginAgain, domain: { url: 'http://north.localhost:3000' } });
    expect(await world.refusalOf(acting, currentSession)).toEqual(gone);
  });

  test('a return of staff needs the cookie as well', async () => {
    const staff = await world.as('staff');
    const acting = await world.inside(staff, 'hc@vialkeep.test');
    expect((await goBack(stolen(acting), staff.user.id)).json()).toMatchObject(loginAgain);
    expect(await world.refusalOf(acting, currentSession)).toEqual(gone);
  });

  test('a return with the cookie continues the administrator’s own session, and the cookie is cleared', async () => {
    const admin = await world.as('admin');
    const acting = await world.actingAs(admin, 'hc@vialkeep.test');
    const answer = await goBack(acting, admin.user.id);
    expect(answer.json()).toMatchObject({ message: 'Welcome back.', user: { email: 'admin@vialkeep.test' } });
    const [name = ''] = (acting.cookie ?? '').split('=');
    expect(answer.headers['set-cookie']).toContainEqual(expect.stringMatching(new RegExp(`^${name}=; .*Max-Age=0`)));
    expect((await world.call({ ...anonymousCaller, token: answer.json().token }, currentSession)).user.id).toBe(
      admin.user.id,
    );
  });

  test('one of twenty simultaneous returns succeeds', async () => {
    const admin = await world.as('admin');
    const acting = await world.actingAs(admin, 'hc@vialkeep.test');
    const answers = await Promise.all(Array.from({ length: 20 }, () => goBack(acting, admin.user.id)));
    const statuses = answers.map(({ statusCode }) => statusCode);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(statuses.filter((status) => status === 401)).toHaveLength(19);
  });

  test('two tabs of one browser each return by their own cookie', async () => {
    const admin = await world.as('admin');
    const first = await world.actingAs(admin, 'hc@vialkeep.test');
    const second = await world.actingAs(admin, 'hc2@vialkeep.test');
    const cookie = `${first.cookie}; superAdmin=1; ${second.cookie}`;
    expect((await goBack({ ...first, cookie }, admin.user.id)).json().token).toEqual(expect.any(String));
    expect((await goBack({ ...second, cookie }, admin.user.id)).json().token).toEqual(expect.any(String));
  });
});

describe('Return cookie', () => {
  test('the cookie is unreadable for scripts, is sent to no other call, and lasts as long as the session', async () => {
    const admin = await world.as('admin');
    const user_id = await world.idOf('hc@vialkeep.test');
    const { token } = await world.call(admin, generateLoginAsUserToken, { body: { user_id } });
    const answer = await world.send(anonymousCaller, loginAsUser, { body: { user_id, token } });
    const lines = [answer.headers['set-cookie'] ?? []].flat().filter((line) => line.startsWith('vk_return'));
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(
      /^vk_return_\d+=[\w-]{43}; Path=\/api\/v1\/users\/login-as-user; Max-Age=3600; HttpOnly; SameSite=Strict$/,
    );
    const secret = /=([\w-]{43});/.exec(lines[0] ?? '')?.[1] ?? '';
    expect(answer.body).not.toContain(secret);
    expect(await world.refusalOf({ ...anonymousCaller, token: secret }, currentSession)).toEqual(gone);
  });

  test('the cookie is Secure where the site uses HTTPS', async () => {
    const safe = await newWorld({ BASE_URL: 'https://vialkeep.example' });
    const host = 'vialkeep.example';
    const admin = await safe.as('admin', host);
    const user_id = await safe.idOf('hc@vialkeep.test');
    const { token } = await safe.call(admin, generateLoginAsUserToken, { body: { user_id } });
    const answer = await safe.send({ ...anonymousCaller, host }, loginAsUser, { body: { user_id, token } });
    const lines = [answer.headers['set-cookie'] ?? []].flat();
    expect(lines.find((line) => line.startsWith('vk_return'))).toMatch(/; Secure$/);
    await safe.close();
  });
});

describe('W-13 Logout while acting', () => {
  test('a logout ends the acting session and its parent, also across sites, and no other session', async () => {
    for (const [email, host] of [
      ['hc@vialkeep.test', 'localhost'],
      ['hc@north.test', 'north.localhost'],
    ] as const) {
      const admin = await world.as('admin');
      const elsewhere = await world.as('admin');
      const acting = await world.actingAs(admin, email, host);
      await world.call(acting, logout);
      expect(await world.refusalOf(acting, currentSession)).toEqual(gone);
      expect(await world.refusalOf(admin, currentSession)).toEqual(gone);
      expect((await world.send(elsewhere, currentSession)).statusCode).toBe(200);
    }
  });

  test('a logout ends the staff member’s own session too', async () => {
    const staff = await world.as('staff');
    const acting = await world.inside(staff, 'hc@vialkeep.test');
    await world.call(acting, logout);
    expect(await world.refusalOf(staff, currentSession)).toEqual(gone);
  });
});
