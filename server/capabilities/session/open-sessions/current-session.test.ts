import { currentSession, listSessions, logout } from '@vialkeep/contract/session.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { visible } from '../../../testing/same-answer.ts';
import { anonymousCaller, type Caller, newWorld, type World } from '../../../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await newWorld();
});
afterAll(() => world.close());

const gone = { status: 401, reason: 'not_signed_in' };

/** Moves a time of this caller's session into the past. */
async function age(caller: Caller, column: 'last_seen_at' | 'expires_at', interval: string): Promise<void> {
  const session = (await world.call(caller, listSessions)).find(({ current }) => current);
  await world.sql(`update sessions set ${column} = ${column} - $1::interval where id = $2`, [interval, session?.id]);
}

describe('F005 Session', () => {
  test('a session answers with the user, the actor and the permissions', async () => {
    const rep = await world.as('rep');
    const session = await world.call(rep, currentSession);
    expect(session).toMatchObject({ acting: null, must_change_password: false });
    expect(session.user.username).toBe('Julian Reyes');
    expect(session.may).toContain('profile.change');
    expect(session.may).not.toContain('users.list');
  });

  test('a logout ends only its own session', async () => {
    const here = await world.as('rep');
    const there = await world.as('rep');
    await world.call(here, logout);
    expect(await world.refusalOf(here, currentSession)).toEqual(gone);
    expect(await world.refusalOf(here, logout)).toEqual(gone);
    expect((await world.send(there, currentSession)).statusCode).toBe(200);
  });

  test('a session ends after 12 hours without a call, and every call extends it', async () => {
    const rep = await world.as('rep');
    await age(rep, 'last_seen_at', '11 hours 59 minutes');
    expect((await world.send(rep, currentSession)).statusCode).toBe(200);
    await age(rep, 'last_seen_at', '11 hours 59 minutes');
    expect((await world.send(rep, currentSession)).statusCode).toBe(200);
    await age(rep, 'last_seen_at', '12 hours');
    expect(await world.refusalOf(rep, currentSession)).toEqual(gone);
  });

  test('a session ends after 7 days, whatever its activity', async () => {
    const rep = await world.as('rep');
    await age(rep, 'expires_at', '6 days 23 hours 59 minutes');
    expect((await world.send(rep, currentSession)).statusCode).toBe(200);
    await age(rep, 'expires_at', '1 minute');
    expect(await world.refusalOf(rep, currentSession)).toEqual(gone);
  });

  test('a session ends when the account becomes inactive or is removed', async () => {
    const rep = await world.as('rep3');
    await world.sql('update users set is_active = false where id = $1', [rep.user.id]);
    expect(await world.refusalOf(rep, currentSession)).toEqual(gone);
    const lab = await world.as('lab2');
    await world.sql('update users set is_active = false, removed_at = now() where id = $1', [lab.user.id]);
    expect(await world.refusalOf(lab, currentSession)).toEqual(gone);
  });

  test('a session has the permissions of the user’s present plan', async () => {
    const viewer = await world.as('viewer');
    await world.sql('update users set plan_id = 7 where id = $1', [viewer.user.id]);
    expect((await world.call(viewer, currentSession)).may).toContain('users.list');
    await world.sql('update users set plan_id = 15 where id = $1', [viewer.user.id]);
    expect((await world.call(viewer, currentSession)).may).not.toContain('users.list');
  });

  test('a session is refused on another site', async () => {
    const onMain = await world.as('hc@north.test', 'localhost');
    expect(await world.refusalOf({ ...onMain, host: 'north.localhost' }, currentSession)).toEqual(gone);
    const onNorth = await world.as('hc@north.test', 'north.localhost');
    expect(await world.refusalOf({ ...onNorth, host: 'localhost' }, currentSession)).toEqual(gone);
    expect((await world.send(onNorth, currentSession)).statusCode).toBe(200);
  });
});

describe('F013 Invalid Authorization header', () => {
  test('an invalid token is answered exactly like a missing one', async () => {
    const token = String((await world.as('rep')).token);
    const none = visible(await world.send(anonymousCaller, currentSession));
    expect(none).toMatchObject({ status: 401 });
    const forged = [
      '',
      'token',
      'token ',
      'token null',
      'token undefined',
      `token ${'a'.repeat(43)}`,
      `token ${'a'.repeat(5_000)}`,
      `token ${token.slice(0, 20)}`,
      `token ${token}x`,
      `token ${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`,
      `token ${token} ${token}`,
      `token  ${token}`,
      `Bearer ${token}`,
      `Basic ${Buffer.from(`rep@vialkeep.test:${token}`).toString('base64')}`,
      token,
      `token '; drop table sessions; --`,
      'token ../../../../etc/passwd',
    ];
    for (const authorization of forged) {
      const response = await world.raw({ url: currentSession.path, headers: { host: 'localhost', authorization } });
      expect(visible(response), authorization.slice(0, 60)).toEqual(none);
    }
  });

  test('a token in a cookie, the address or the body is not accepted instead', async () => {
    const token = String((await world.as('rep')).token);
    const tries = [
      world.raw({
        url: currentSession.path,
        headers: { host: 'localhost', cookie: `token=${token}; session=${token}` },
      }),
      world.raw({ url: `${currentSession.path}?token=${token}&authorization=token%20${token}` }),
      world.raw({ method: 'POST', url: logout.path, payload: { token, authorization: `token ${token}` } }),
    ];
    for (const response of await Promise.all(tries)) expect(response.statusCode).toBe(401);
  });
});
