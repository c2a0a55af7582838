import { listOwnAccess } from '@vialkeep/contract/access-records.ts';
import type { UserId } from '@vialkeep/contract/kernel/ids.ts';
import { getUser, updateUser } from '@vialkeep/contract/profile.ts';
import { currentSession, generateLoginAsUserToken, listSessions, loginAsUser } from '@vialkeep/contract/session.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { visible } from '../../../testing/same-answer.ts';
import { anonymousCaller, type Caller, newWorld, type World } from '../../../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await newWorld();
});
afterAll(() => world.close());

const viewing = async (caller: Caller, email: string) =>
  world.send(caller, loginAsUser, { body: { user_id: await world.idOf(email) } });

describe('F026 Viewing as another user in the same tab', () => {
  test('viewing keeps the administrator’s token and answers with the other user', async () => {
    const admin = await world.as('admin');
    const opened = (await viewing(admin, 'former-hc@vialkeep.test')).json();
    expect(opened.token).toBe(admin.token);
    expect(opened.user.email).toBe('former-hc@vialkeep.test');
    expect(opened.acting).toMatchObject({ kind: 'login_as', by: { id: admin.user.id, name: 'Priya Raman' } });
    expect((await world.call(admin, currentSession)).user.email).toBe('admin@vialkeep.test');
  });

  test('F027 an administrator leaves by naming themselves, and the audit log has both ends', async () => {
    const admin = await world.as('admin');
    const target = await world.idOf('hc@vialkeep.test');
    await world.call(admin, loginAsUser, { body: { user_id: target } });
    const back = await world.call(admin, loginAsUser, { body: { user_id: admin.user.id } });
    expect(back).toMatchObject({ token: admin.token, acting: null, user: { email: 'admin@vialkeep.test' } });
    const rows = await world.sql(
      "select action, actor_id, subject_id from audit_log where action like 'session.%_viewing' order by position desc limit 2",
    );
    expect(rows).toEqual([
      { action: 'session.stop_viewing', actor_id: admin.user.id, subject_id: String(admin.user.id) },
      { action: 'session.start_viewing', actor_id: admin.user.id, subject_id: String(target) },
    ]);
  });

  test('the person whose account an administrator opens finds the opening with its reason, in either way', async () => {
    const admin = await world.as('admin');
    const patient = await world.as('patient');
    const openings = async () =>
      (await world.call(patient, listOwnAccess)).results.filter(({ what }) => what === 'profile').length;
    const before = await openings();
    const body = { user_id: patient.user.id, reason: 'Asked by phone' };
    await world.call(admin, loginAsUser, { body });
    const code = await world.call(admin, generateLoginAsUserToken, { body: { ...body, reason: 'Asked by letter' } });
    const redeemed = { user_id: patient.user.id, token: code.token };
    await world.call(anonymousCaller, loginAsUser, { body: redeemed });
    const { results } = await world.call(patient, listOwnAccess);
    expect(await openings()).toBe(before + 2);
    expect(results.slice(0, 2)).toMatchObject([
      { who: 'Priya Raman', what: 'profile', reason: 'Asked by letter' },
      { who: 'Priya Raman', what: 'profile', reason: 'Asked by phone' },
    ]);
  });

  test('a person finds both reasons of an administrator who opens their account twice in one session, and a repeated reason once', async () => {
    const admin = await world.as('admin');
    const patient = await world.as('patient2');
    for (const reason of ['Asked by phone', 'Question about an invoice', 'Asked by phone']) {
      await world.call(admin, loginAsUser, { body: { user_id: patient.user.id, reason } });
    }
    const { results } = await world.call(patient, listOwnAccess);
    expect(results.map(({ reason }) => reason)).toEqual(['Question about an invoice', 'Asked by phone']);
  });

  test('an account whose opening cannot be recorded is not opened in either way', async () => {
    const admin = await world.as('admin');
    const user_id = await world.idOf('patient2@vialkeep.test');
    const code = await world.call(admin, generateLoginAsUserToken, { body: { user_id } });
    await world.sql('alter function append_access(uuid, bigint, jsonb) rename to append_access_away');
    const answers = await Promise.all([
      world.send(admin, loginAsUser, { body: { user_id } }),
      world.send(anonymousCaller, loginAsUser, { body: { user_id, token: code.token } }),
    ]);
    await world.sql('alter function append_access_away(uuid, bigint, jsonb) rename to append_access');
    for (const answer of answers) {
      expect([answer.statusCode, answer.json().reason]).toEqual([503, 'unavailable']);
      expect(answer.headers['set-cookie']).toBeUndefined();
    }
  }, 20_000);

  test.each([
    ['admin@vialkeep.test', 'super@vialkeep.test'],
    ['admin@vialkeep.test', 'admin@north.test'],
    ['admin@north.test', 'hc@vialkeep.test'],
    ['admin@north.test', 'admin@vialkeep.test'],
    ['admin@north.test', 'super@vialkeep.test'],
  ])('viewing by %s as %s gives the same 404 as viewing as an unknown user', async (who, email) => {
    const caller = await world.as(who);
    const missing = await world.send(caller, loginAsUser, { body: { user_id: 999_999 } });
    expect(missing.statusCode).toBe(404);
    expect(visible(await viewing(caller, email))).toEqual(visible(missing));
  });

  test('a super admin can view as an admin, and no caller can view as a super admin', async () => {
    const [other] = await world.sql<{ id: UserId }>(
      `insert into users (domain_id, plan_id, email, first_name, last_name)
       values (1, 10, 'super2@vialkeep.test', 'Second', 'Super') returning id`,
    );
    const superAdmin = await world.as('super');
    expect((await viewing(superAdmin, 'admin@vialkeep.test')).statusCode).toBe(200);
    expect((await viewing(superAdmin, 'super2@vialkeep.test')).statusCode).toBe(404);
    expect(other).toBeDefined();
  });

  test.each(['hc', 'staff', 'rep', 'patient', 'viewer', 'lab'])(
    'viewing is refused to %s, whatever their cookies say',
    async (key) => {
      const caller = await world.as(key);
      const superId = await world.idOf('super@vialkeep.test');
      const response = await world.raw({
        method: 'POST',
        url: loginAsUser.path,
        headers: {
          host: 'localhost',
          authorization: `token ${caller.token}`,
          cookie: `superAdmin=1; superAdminID=${superId}; HCStaffAccess=1; HCStaffIdUsed=${superId}`,
        },
        payload: { user_id: superId },
      });
      expect({ status: response.statusCode, reason: response.json().reason }).toEqual({
        status: 403,
        reason: 'not_permitted',
      });
      expect(response.body).not.toContain('super@');
      expect((await world.call(caller, currentSession)).user.id).toBe(caller.user.id);
    },
  );

  test('viewing without a session is refused', async () => {
    const [before] = await world.sql('select count(*)::int as n from sessions');
    expect((await viewing(anonymousCaller, 'hc@vialkeep.test')).statusCode).toBe(401);
    expect(await world.sql('select count(*)::int as n from sessions')).toEqual([before]);
  });

  test('viewing is refused until the administrator has replaced a one-time password', async () => {
    const admin = await world.as('admin');
    await world.sql('update users set must_change_password = true where id = $1', [admin.user.id]);
    const refused = await viewing(admin, 'hc@vialkeep.test');
    await world.sql('update users set must_change_password = false where id = $1', [admin.user.id]);
    expect({ status: refused.statusCode, reason: refused.json().reason }).toEqual({
      status: 409,
      reason: 'password_change_required',
    });
  });
});

describe('F028 Cookies of the page frame', () => {
  test('the cookies give no access without a token and no rights beside one', async () => {
    const superId = await world.idOf('super@vialkeep.test');
    const patient = await world.as('patient');
    const cookie = `superAdmin=1; superAdminID=${superId}; HCStaffAccess=1; HCStaffIdUsed=${superId}; HCStaffTemplateId=x`;
    const headers = { host: 'localhost', cookie };
    expect((await world.raw({ url: currentSession.path, headers })).statusCode).toBe(401);
    expect((await world.raw({ url: listSessions.path, headers })).statusCode).toBe(401);

    const withToken = { ...headers, authorization: `token ${patient.token}` };
    const url = updateUser.path.replace(':id', String(patient.user.id));
    await world.raw({ method: 'PATCH', url, headers: withToken, payload: { template_id: 'forged' } });
    expect(await world.call(patient, getUser, { params: { id: patient.user.id } })).toMatchObject({
      template_id: null,
    });
    const session = (await world.raw({ url: currentSession.path, headers: withToken })).json();
    expect(session.acting).toBeNull();
    expect(session.may).not.toContain('users.list');
  });
});
