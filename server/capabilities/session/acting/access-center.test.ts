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

describe('F029 the centers a staff member works for', () => {
  test('are those that accepted them', async () => {
    const centers = await world.call(staff, listAssociatedCenters, { params: { id: staff.user.id } });
    expect(centers.map(({ company }) => company)).toEqual(['Harbor Steps Surgery', 'Stein Regenerative Clinic']);
    const pending = await world.as('staff3');
    expect(await world.call(pending, listAssociatedCenters, { params: { id: pending.user.id } })).toEqual([]);
  });

  test('of somebody else do not exist: the same bytes as for nobody', async () => {
    const other = await world.idOf('staff2@vialkeep.test');
    const missing = await world.send(staff, listAssociatedCenters, { params: { id: 999_999 } });
    expect(missing.statusCode).toBe(404);
    expect(visible(await world.send(staff, listAssociatedCenters, { params: { id: other } }))).toEqual(
      visible(missing),
    );
  });

  test('are an administrator’s to see, within their site', async () => {
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

describe('F030 entering a center’s account', () => {
  test('opens a session of the center that knows who the staff member is', async () => {
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

  test('is refused for one that has not accepted them, that is another’s, another site’s or no center at all', async () => {
    const pending = await world.as('staff3');
    const missing = visible(await world.send(staff, accessCenter, { body: { user_id: 999_999 } }));
    expect(missing).toMatchObject({ status: 404 });
    expect(visible(await world.send(pending, accessCenter, { body: { user_id: hc } }))).toEqual(missing);
    for (const email of ['hc3@vialkeep.test', 'hc@north.test', 'admin@vialkeep.test', 'staff@vialkeep.test']) {
      const response = await world.send(staff, accessCenter, { body: { user_id: await world.idOf(email) } });
      expect(visible(response), email).toEqual(missing);
    }
  });

  test('is refused for one that is inactive, and ends when it becomes so', async () => {
    const id = await world.idOf('hc2@vialkeep.test');
    const acting = await world.inside(staff, 'hc2@vialkeep.test');
    await world.sql('update users set is_active = false where id = $1', [id]);
    const refused = await world.refusalOf(acting, currentSession);
    const again = await world.refusalOf(staff, accessCenter, { body: { user_id: id } });
    await world.sql('update users set is_active = true where id = $1', [id]);
    expect(refused).toEqual(gone);
    expect(again).toEqual({ status: 404, reason: 'not_found' });
  });

  test('never leads into more than a center: one that has staff cannot be promoted', async () => {
    const id = await world.idOf('hc2@vialkeep.test');
    await expect(world.sql('update users set plan_id = 7 where id = $1', [id])).rejects.toMatchObject({
      constraint: 'plans_fit_their_relations',
    });
  });

  test('ends at the next call when the link is removed', async () => {
    const staff2 = await world.as('staff2');
    const acting = await world.inside(staff2, 'hc@vialkeep.test');
    expect((await world.send(acting, currentSession)).statusCode).toBe(200);
    await world.sql('update relations set ended_at = now() where subject_id = $1', [staff2.user.id]);
    expect(await world.refusalOf(acting, currentSession)).toEqual(gone);
    expect((await world.send(staff2, currentSession)).statusCode).toBe(200);
  });

  test('ends with the staff member’s own session', async () => {
    const acting = await world.inside(staff, 'hc@vialkeep.test');
    await world.call(staff, logout);
    expect(await world.refusalOf(acting, currentSession)).toEqual(gone);
  });

  test('does not let staff move the e-mail that the center’s passwords go to', async () => {
    const acting = await world.inside(staff, 'hc@vialkeep.test');
    const body = { email: 'mine@vialkeep.test', city: 'Golden' };
    expect(await world.refusalOf(acting, updateUser, { params: { id: hc }, body })).toEqual({
      status: 409,
      reason: 'not_while_acting',
    });
    expect(await world.idOf('hc@vialkeep.test')).toBe(hc);
  });
});

describe('F031 going back to one’s own account', () => {
  test('leads to the staff member the session recorded, and ends the access', async () => {
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

  test('leads to nobody else, whatever HCStaffIdUsed says', async () => {
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
