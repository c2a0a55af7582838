import type { UserId } from '@vialkeep/contract/kernel/ids.ts';
import { updateUser } from '@vialkeep/contract/profile.ts';
import {
  accessCenter,
  currentSession,
  listAssociatedCenters,
  loginAsUser,
  logout,
} from '@vialkeep/contract/session.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { visible } from '../../../testing/same-answer.ts';
import { anonymousCaller, type Caller, newWorld, type World } from '../../../testing/world.ts';

let world: World;
let hc: UserId;
let staff: Caller & { user: { id: UserId } };
beforeAll(async () => {
  world = await newWorld();
  hc = await world.idOf('hc@vialkeep.test');
});
beforeEach(async () => {
  staff = await world.as('staff');
});
afterAll(() => world.close());

const gone = { status: 401, reason: 'not_signed_in' };

describe('F029 Centers of a staff member', () => {
  test('the list has the centers that approved the staff member', async () => {
    const centers = await world.call(staff, listAssociatedCenters, { params: { id: staff.user.id } });
    expect(centers.map(({ company }) => company)).toEqual(['Harbor Steps Surgery', 'Stein Regenerative Clinic']);
    const pending = await world.as('staff3');
    expect(await world.call(pending, listAssociatedCenters, { params: { id: pending.user.id } })).toEqual([]);
  });

  test('another staff member’s list gives the same 404 as that of an unknown user', async () => {
    const other = await world.idOf('staff2@vialkeep.test');
    const missing = await world.send(staff, listAssociatedCenters, { params: { id: 999_999 } });
    expect(missing.statusCode).toBe(404);
    expect(visible(await world.send(staff, listAssociatedCenters, { params: { id: other } }))).toEqual(
      visible(missing),
    );
  });

  test('an administrator reads the list for staff of their sites', async () => {
    const north = await world.as('admin@north.test');
    const admin = await world.as('admin');
    const northStaff = await world.idOf('staff@north.test');
    expect(await world.call(admin, listAssociatedCenters, { params: { id: staff.user.id } })).toHaveLength(2);
    expect(await world.call(north, listAssociatedCenters, { params: { id: northStaff } })).toHaveLength(1);
    expect((await world.send(north, listAssociatedCenters, { params: { id: staff.user.id } })).body).not.toContain(
      'Stein',
    );
  });
});

describe('F030 Access to a center’s account', () => {
  test('access opens a session of the center that records the staff member', async () => {
    const opened = await world.call(staff, accessCenter, { body: { user_id: hc } });
    expect(opened.user.company).toBe('Stein Regenerative Clinic');
    expect(opened.acting).toMatchObject({ kind: 'staff_access', by: { id: staff.user.id, name: 'Beth Lowell' } });
    const session = await world.call({ ...anonymousCaller, token: opened.token }, currentSession);
    expect(session).toMatchObject({ user: { id: hc }, acting: { kind: 'staff_access', by: { id: staff.user.id } } });
    const [row] = await world.sql(
      "select actor_id, user_id from audit_log where action = 'session.staff_access' order by position desc limit 1",
    );
    expect(row).toEqual({ actor_id: staff.user.id, user_id: hc });
  });

  test('access is refused for a center without approval, another’s, another site’s and a user who is no center', async () => {
    const pending = await world.as('staff3');
    const missing = visible(await world.send(staff, accessCenter, { body: { user_id: 999_999 } }));
    expect(missing).toMatchObject({ status: 404 });
    expect(visible(await world.send(pending, accessCenter, { body: { user_id: hc } }))).toEqual(missing);
    for (const email of ['hc3@vialkeep.test', 'hc@north.test', 'admin@vialkeep.test', 'staff@vialkeep.test']) {
      const response = await world.send(staff, accessCenter, { body: { user_id: await world.idOf(email) } });
      expect(visible(response), email).toEqual(missing);
    }
  });

  test('access is refused for an inactive center, and ends when the center becomes inactive', async () => {
    const id = await world.idOf('hc2@vialkeep.test');
    const acting = await world.inside(staff, 'hc2@vialkeep.test');
    await world.sql('update users set is_active = false where id = $1', [id]);
    const refused = await world.refusalOf(acting, currentSession);
    const again = await world.refusalOf(staff, accessCenter, { body: { user_id: id } });
    await world.sql('update users set is_active = true where id = $1', [id]);
    expect(refused).toEqual(gone);
    expect(again).toEqual({ status: 404, reason: 'not_found' });
  });

  test('access never reaches more than a center: the plan of a center with staff cannot be raised', async () => {
    const id = await world.idOf('hc2@vialkeep.test');
    await expect(world.sql('update users set plan_id = 7 where id = $1', [id])).rejects.toMatchObject({
      constraint: 'plans_fit_their_relations',
    });
  });

  test('access ends at the next call after the relation ends', async () => {
    const staff2 = await world.as('staff2');
    const acting = await world.inside(staff2, 'hc@vialkeep.test');
    expect((await world.send(acting, currentSession)).statusCode).toBe(200);
    await world.sql('update relations set ended_at = now() where subject_id = $1', [staff2.user.id]);
    expect(await world.refusalOf(acting, currentSession)).toEqual(gone);
    expect((await world.send(staff2, currentSession)).statusCode).toBe(200);
  });

  test('access ends with the staff member’s own session', async () => {
    const acting = await world.inside(staff, 'hc@vialkeep.test');
    await world.call(staff, logout);
    expect(await world.refusalOf(acting, currentSession)).toEqual(gone);
  });

  test('staff in a center’s account cannot change the email to which its passwords are sent', async () => {
    const acting = await world.inside(staff, 'hc@vialkeep.test');
    const body = { email: 'mine@vialkeep.test', city: 'Golden' };
    expect(await world.refusalOf(acting, updateUser, { params: { id: hc }, body })).toEqual({
      status: 409,
      reason: 'not_while_acting',
    });
    expect(await world.idOf('hc@vialkeep.test')).toBe(hc);
  });
});

describe('F031 Return to the staff member’s own account', () => {
  test('the return leads to the staff member whom the session recorded, and ends the access', async () => {
    const acting = await world.inside(staff, 'hc@vialkeep.test');
    const back = await world.call(acting, loginAsUser, { body: { user_id: staff.user.id } });
    expect(back).toMatchObject({ user: { id: staff.user.id }, acting: null });
    expect(await world.refusalOf(acting, currentSession)).toEqual(gone);
    expect((await world.call({ ...anonymousCaller, token: back.token }, currentSession)).user.id).toBe(staff.user.id);
    const [row] = await world.sql(
      "select actor_id, user_id from audit_log where action = 'session.return_to_self' order by position desc limit 1",
    );
    expect(row).toEqual({ actor_id: staff.user.id, user_id: hc });
  });

  test('the return ignores the cookie HCStaffIdUsed', async () => {
    const acting = await world.inside(staff, 'hc@vialkeep.test');
    for (const email of ['staff2@vialkeep.test', 'admin@vialkeep.test', 'super@vialkeep.test', 'hc2@vialkeep.test']) {
      const user_id = await world.idOf(email);
      const response = await world.raw({
        method: 'POST',
        url: loginAsUser.path,
        headers: { host: 'localhost', authorization: `token ${acting.token}`, cookie: `HCStaffIdUsed=${user_id}` },
        payload: { user_id },
      });
      expect(response.statusCode).toBe(409);
    }
    expect((await world.call(acting, currentSession)).user.id).toBe(hc);
  });
});
