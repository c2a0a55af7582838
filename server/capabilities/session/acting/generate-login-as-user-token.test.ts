import type { UserId } from '@vialkeep/contract/kernel/ids.ts';
import {
  accessCenter,
  currentSession,
  generateLoginAsUserToken,
  loginAsUser,
  logout,
} from '@vialkeep/contract/session.ts';
import { listUsers } from '@vialkeep/contract/users.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { visible } from '../../../testing/same-answer.ts';
import { anonymousCaller, type Caller, newWorld, type World } from '../../../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await newWorld();
});
afterAll(() => world.close());

const atNorth = { ...anonymousCaller, host: 'north.localhost' };
const notValid = { status: 401, reason: 'code_not_valid' };
const gone = { status: 401, reason: 'not_signed_in' };

async function codeFor(admin: Caller, email: string): Promise<{ user_id: UserId; token: string }> {
  const { user_id, token } = await world.call(admin, generateLoginAsUserToken, {
    body: { user_id: await world.idOf(email) },
  });
  return { user_id, token };
}

describe('F025 Login-as code', () => {
  test('a code opens the user’s account on the user’s own site, and the session records the actor', async () => {
    const admin = await world.as('admin');
    const made = await world.call(admin, generateLoginAsUserToken, {
      body: { user_id: await world.idOf('hc@north.test') },
    });
    expect(made.domain.url).toBe('http://north.localhost:3000');
    const opened = await world.call(atNorth, loginAsUser, { body: { user_id: made.user_id, token: made.token } });
    expect(opened).toMatchObject({ user: { email: 'hc@north.test' }, acting: { by: { id: admin.user.id } } });
    const session = await world.call({ ...atNorth, token: opened.token }, currentSession);
    expect(session.acting).toMatchObject({ kind: 'login_as', by: { id: admin.user.id, name: 'Priya Raman' } });
    expect(session.may).not.toContain('users.list');
  });

  test('a code works once, also when two tabs redeem it at the same moment', async () => {
    const body = await codeFor(await world.as('admin'), 'hc@vialkeep.test');
    const both = await Promise.all([
      world.send(anonymousCaller, loginAsUser, { body }),
      world.send(anonymousCaller, loginAsUser, { body }),
    ]);
    expect(both.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 401]);
    expect(await world.refusalOf(anonymousCaller, loginAsUser, { body })).toEqual(notValid);
  });

  test('a code expires after 60 seconds', async () => {
    const body = await codeFor(await world.as('admin'), 'hc@vialkeep.test');
    await world.sql("update login_as_codes set expires_at = expires_at - interval '60 seconds'");
    expect(await world.refusalOf(anonymousCaller, loginAsUser, { body })).toEqual(notValid);
  });

  test('a code works on one site, for one user, and only unchanged', async () => {
    const admin = await world.as('admin');
    const body = await codeFor(admin, 'hc@vialkeep.test');
    expect(await world.refusalOf(atNorth, loginAsUser, { body })).toEqual(notValid);
    const other = { user_id: await world.idOf('hc2@vialkeep.test'), token: body.token };
    expect(await world.refusalOf(anonymousCaller, loginAsUser, { body: other })).toEqual(notValid);
    for (const token of ['', 'x', `${body.token}x`, body.token.slice(1), body.token.toUpperCase(), '\u0000']) {
      expect(await world.refusalOf(anonymousCaller, loginAsUser, { body: { ...body, token } })).toEqual(notValid);
    }
    expect((await world.send(anonymousCaller, loginAsUser, { body })).statusCode).toBe(200);
  });

  test('a code is no session token, and the database stores only its hash', async () => {
    const body = await codeFor(await world.as('admin'), 'hc@vialkeep.test');
    expect(await world.refusalOf({ ...anonymousCaller, token: body.token }, currentSession)).toEqual(gone);
    const kept = await world.sql("select encode(code_hash, 'escape') as hash from login_as_codes");
    expect(JSON.stringify(kept)).not.toContain(body.token);
  });

  test('a code ends with the session that created it', async () => {
    const admin = await world.as('admin');
    const body = await codeFor(admin, 'hc@vialkeep.test');
    await world.call(admin, logout);
    expect(await world.refusalOf(anonymousCaller, loginAsUser, { body })).toEqual(notValid);
  });

  test('a code ends when its creator loses the right to create it', async () => {
    const admin = await world.as('admin');
    const body = await codeFor(admin, 'hc@vialkeep.test');
    await world.sql('update users set plan_id = 3 where id = $1', [admin.user.id]);
    const refused = await world.refusalOf(anonymousCaller, loginAsUser, { body });
    await world.sql('update users set plan_id = 7 where id = $1', [admin.user.id]);
    expect(refused).toEqual(notValid);
  });

  test.each([
    ['admin@vialkeep.test', 'super@vialkeep.test'],
    ['admin@vialkeep.test', 'admin@north.test'],
    ['admin@vialkeep.test', 'admin@vialkeep.test'],
    ['super@vialkeep.test', 'super@vialkeep.test'],
    ['admin@north.test', 'patient@vialkeep.test'],
  ])('a code requested by %s for %s gives the same 404 as one for an unknown user', async (who, email) => {
    const caller = await world.as(who);
    const make = (user_id: number) => world.send(caller, generateLoginAsUserToken, { body: { user_id } });
    const missing = await make(999_999);
    expect(missing.statusCode).toBe(404);
    expect(visible(await make(await world.idOf(email)))).toEqual(visible(missing));
  });
});

describe('F027 Session in another user’s account', () => {
  test('the return leads to the administrator only, and ends the acting session', async () => {
    const admin = await world.as('admin');
    const acting = await world.actingAs(admin, 'hc@vialkeep.test');
    for (const email of ['super@vialkeep.test', 'hc@vialkeep.test', 'hc2@vialkeep.test']) {
      const other = { body: { user_id: await world.idOf(email) } };
      expect(await world.refusalOf(acting, loginAsUser, other)).toEqual({ status: 409, reason: 'not_while_acting' });
    }
    const back = await world.call(acting, loginAsUser, { body: { user_id: admin.user.id } });
    expect(back).toMatchObject({ acting: null, user: { email: 'admin@vialkeep.test' } });
    expect(await world.refusalOf(acting, currentSession)).toEqual(gone);
    expect((await world.call({ ...anonymousCaller, token: back.token }, currentSession)).acting).toBeNull();
  });

  test('the return gives a session that lasts no longer than the original one', async () => {
    const admin = await world.as('admin');
    const acting = await world.actingAs(admin, 'hc@vialkeep.test');
    await world.sql(
      "update sessions set expires_at = now() + interval '1 hour' where actor_id = $1 and kind = 'login'",
      [admin.user.id],
    );
    await world.call(acting, loginAsUser, { body: { user_id: admin.user.id } });
    const [longest] = await world.sql<{ hours: number }>(
      `select ceil(max(extract(epoch from expires_at - now()) / 3600))::int as hours
       from sessions where user_id = $1 and ended_at is null`,
      [admin.user.id],
    );
    expect(longest?.hours).toBe(1);
  });

  test('the return from another site gives no token, because the session there is still open', async () => {
    const admin = await world.as('admin');
    const acting = await world.actingAs(admin, 'hc@north.test', 'north.localhost');
    const back = await world.call(acting, loginAsUser, { body: { user_id: admin.user.id } });
    expect(back).toMatchObject({ token: null, domain: { url: 'http://localhost:3000' } });
    expect(await world.refusalOf(acting, currentSession)).toEqual(gone);
    expect((await world.send(admin, currentSession)).statusCode).toBe(200);
  });

  test('an acting session cannot start another impersonation', async () => {
    const acting = await world.actingAs(await world.as('super'), 'admin@vialkeep.test');
    const body = { user_id: await world.idOf('hc@vialkeep.test') };
    const refused = { status: 409, reason: 'not_while_acting' };
    expect(await world.refusalOf(acting, generateLoginAsUserToken, { body })).toEqual(refused);
    expect(await world.refusalOf(acting, loginAsUser, { body })).toEqual(refused);
    const asStaff = await world.actingAs(await world.as('admin'), 'staff@vialkeep.test');
    expect(await world.refusalOf(asStaff, accessCenter, { body })).toEqual(refused);
  });

  test('an acting session ends with the administrator’s own session', async () => {
    const admin = await world.as('admin');
    const acting = await world.actingAs(admin, 'hc@vialkeep.test');
    await world.call(admin, logout);
    expect(await world.refusalOf(acting, currentSession)).toEqual(gone);
  });

  test('an acting session ends after an hour', async () => {
    const acting = await world.actingAs(await world.as('admin'), 'hc@vialkeep.test');
    await world.sql("update sessions set expires_at = expires_at - interval '1 hour' where kind = 'login_as'");
    expect(await world.refusalOf(acting, currentSession)).toEqual(gone);
  });

  test.each([
    ['the administrator is demoted', 'admin', 'hc@vialkeep.test', 'admin@vialkeep.test', 'plan_id = 3'],
    ['the administrator is made inactive', 'admin', 'hc2@vialkeep.test', 'admin@vialkeep.test', 'is_active = false'],
    [
      'a super admin in an admin’s account becomes one',
      'super',
      'admin@vialkeep.test',
      'super@vialkeep.test',
      'plan_id = 7',
    ],
    ['the user becomes a super admin', 'admin', 'viewer@vialkeep.test', 'viewer@vialkeep.test', 'plan_id = 10'],
    ['the user becomes an admin', 'admin', 'viewer@vialkeep.test', 'viewer@vialkeep.test', 'plan_id = 7'],
  ])('an acting session ends at the next call when %s', async (_why, who, target, changed, change) => {
    const acting = await world.actingAs(await world.as(who), target);
    expect((await world.send(acting, currentSession)).statusCode).toBe(200);
    const [before] = await world.sql('select plan_id, is_active from users where email = $1', [changed]);
    await world.sql(`update users set ${change} where email = $1`, [changed]);
    const refused = await world.refusalOf(acting, currentSession);
    await world.sql('update users set plan_id = $2, is_active = $3 where email = $1', [
      changed,
      before?.plan_id,
      before?.is_active,
    ]);
    expect(refused).toEqual(gone);
  });

  test('an acting session has the user’s rights and not the administrator’s', async () => {
    const acting = await world.actingAs(await world.as('super'), 'hc@vialkeep.test');
    expect(await world.refusalOf(acting, listUsers)).toEqual({ status: 403, reason: 'not_permitted' });
  });

  test('the audit log names both users at the start of an acting session, for its writes and at its end', async () => {
    const admin = await world.as('admin');
    const acting = await world.actingAs(admin, 'lab@vialkeep.test');
    await world.call(acting, logout);
    const rows = await world.sql(
      `select action, actor_id, user_id from audit_log
       where action in ('session.login_as', 'session.end') and user_id = $1 order by position`,
      [acting.user?.id],
    );
    const both = { actor_id: admin.user.id, user_id: acting.user?.id };
    expect(rows).toEqual([
      { action: 'session.login_as', ...both },
      { action: 'session.end', ...both },
    ]);
  });
});
