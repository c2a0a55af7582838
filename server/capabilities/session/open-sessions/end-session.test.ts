import {
  accessCenter,
  currentSession,
  endOtherSessions,
  endSession,
  generateLoginAsUserToken,
  listSessions,
  loginAsUser,
} from '@vialkeep/contract/session.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { visible } from '../../../testing/same-answer.ts';
import { anonymousCaller, type Caller, newWorld, type World } from '../../../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await newWorld();
});
afterAll(() => world.close());

const gone = { status: 401, reason: 'not_signed_in' };
const whileActing = { status: 409, reason: 'not_while_acting' };
const end = (caller: Caller, id: number | undefined) => world.send(caller, endSession, { params: { id } });

describe('Sessions of administrators and staff in the user’s account', () => {
  test('the list names the actor, the reason, the expiry and the address of each acting session', async () => {
    const admin = await world.as('admin');
    const user_id = await world.idOf('hc@vialkeep.test');
    const body = { user_id, reason: 'A label is wrong' };
    const { token } = await world.call(admin, generateLoginAsUserToken, { body });
    const agent = 'Mozilla/5.0 (X11; Linux x86_64) Gecko/20100101 Firefox/140.0';
    await world.raw({
      method: 'POST',
      url: loginAsUser.path,
      remoteAddress: '203.0.113.7',
      headers: { host: 'localhost', 'user-agent': agent },
      payload: { user_id, token },
    });
    await world.inside(await world.as('staff'), 'hc@vialkeep.test');
    const [own, staffs, admins] = await world.call(await world.as('hc'), listSessions);
    expect(own).toMatchObject({ kind: 'login', current: true, by: null, reason: null, address: '127.0.0.1' });
    expect(staffs).toMatchObject({ kind: 'staff_access', by: { name: 'Beth Lowell', plan: 'HC Staff' }, reason: null });
    expect(admins).toMatchObject({
      kind: 'login_as',
      by: { name: 'Priya Raman', plan: 'Admin' },
      reason: 'A label is wrong',
      device: 'Firefox on Linux',
      address: '203.0.113.7',
      current: false,
    });
    const hour = Date.parse(admins?.until ?? '') - Date.parse(admins?.started_at ?? '');
    expect(hour).toBe(3_600_000);
  });

  test('the list names an administrator of another site too', async () => {
    await world.actingAs(await world.as('admin'), 'hc@north.test', 'north.localhost');
    const sessions = await world.call(await world.as('hc@north.test', 'north.localhost'), listSessions);
    expect(sessions[1]).toMatchObject({ kind: 'login_as', by: { name: 'Priya Raman', plan: 'Admin' } });
  });

  test('the list leaves out acting sessions whose right has ended', async () => {
    const staff = await world.as('staff2');
    await world.inside(staff, 'hc@vialkeep.test');
    await world.sql('update sessions set ended_at = now(), ended_why = $2 where user_id = $1', [staff.user.id, 'test']);
    const sessions = await world.call(await world.as('hc'), listSessions);
    expect(sessions.filter(({ by }) => by?.name === staff.user.username)).toEqual([]);
  });
});

describe('End of one session', () => {
  test('ending an administrator’s session in the account ends it at once, and not the administrator’s own', async () => {
    const admin = await world.as('admin');
    const acting = await world.actingAs(admin, 'patient@vialkeep.test');
    const patient = await world.as('patient');
    const [, theirs] = await world.call(patient, listSessions);
    expect(theirs?.kind).toBe('login_as');
    expect((await end(patient, theirs?.id)).json()).toEqual({ success: true, message: 'The session has ended.' });
    expect(await world.refusalOf(acting, currentSession)).toEqual(gone);
    expect(await world.refusalOf(acting, loginAsUser, { body: { user_id: admin.user.id } })).toEqual(gone);
    expect((await world.send(admin, currentSession)).statusCode).toBe(200);
    const [row] = await world.sql(
      "select actor_id, subject_id from audit_log where action = 'session.end_one' order by position desc limit 1",
    );
    expect(row).toEqual({ actor_id: patient.user.id, subject_id: String(theirs?.id) });
  });

  test('a user can end their own session of another browser or the current one', async () => {
    const here = await world.as('lab');
    const there = await world.as('lab');
    const [theirs, mine] = await world.call(here, listSessions);
    expect((await end(here, theirs?.id)).statusCode).toBe(200);
    expect(await world.refusalOf(there, currentSession)).toEqual(gone);
    expect((await end(here, mine?.id)).statusCode).toBe(200);
    expect(await world.refusalOf(here, currentSession)).toEqual(gone);
  });

  test('ending another user’s, an ended and an unknown session gives exactly the same answer', async () => {
    const rep = await world.as('rep');
    const donor = await world.as('donor');
    const [theirs] = await world.call(donor, listSessions);
    const missing = visible(await end(rep, 999_999));
    expect(missing).toMatchObject({ status: 404 });
    expect(visible(await end(rep, theirs?.id))).toEqual(missing);
    expect((await world.send(donor, currentSession)).statusCode).toBe(200);
    await world.as('rep');
    const [other] = await world.call(rep, listSessions);
    await end(rep, other?.id);
    expect(visible(await end(rep, other?.id))).toEqual(missing);
    // Only the account's owner can end an administrator's session in it.
    await world.actingAs(await world.as('admin'), 'donor@vialkeep.test');
    const [, acting] = await world.call(await world.as('donor'), listSessions);
    expect(visible(await end(rep, acting?.id))).toEqual(missing);
  });

  test('twenty simultaneous calls end the session once', async () => {
    const here = await world.as('buyer');
    await world.as('buyer');
    const [other] = await world.call(here, listSessions);
    const answers = await Promise.all(Array.from({ length: 20 }, () => end(here, other?.id)));
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    expect(answers.filter(({ statusCode }) => statusCode === 404)).toHaveLength(19);
  });
});

describe('Sessions while acting', () => {
  test('while acting no session can be ended and no other account entered, and the refusal does not log out', async () => {
    const hc = await world.as('hc');
    const acting = await world.actingAs(await world.as('admin'), 'hc@vialkeep.test');
    const [own] = (await world.call(hc, listSessions)).filter(({ current }) => current);
    expect(await world.refusalOf(acting, endSession, { params: { id: own?.id } })).toEqual(whileActing);
    expect(await world.refusalOf(acting, endOtherSessions)).toEqual(whileActing);
    const inside = await world.inside(await world.as('staff'), 'hc@vialkeep.test');
    expect(await world.refusalOf(inside, endSession, { params: { id: own?.id } })).toEqual(whileActing);
    expect(await world.refusalOf(inside, endOtherSessions)).toEqual(whileActing);
    const asStaff = await world.actingAs(await world.as('admin'), 'staff@vialkeep.test');
    const body = { user_id: await world.idOf('hc@vialkeep.test') };
    expect(await world.refusalOf(asStaff, accessCenter, { body })).toEqual(whileActing);
    expect((await world.send(hc, currentSession)).statusCode).toBe(200);
    for (const caller of [acting, inside, asStaff]) {
      expect((await world.send({ ...anonymousCaller, token: caller.token }, currentSession)).statusCode).toBe(200);
    }
  });
});
