import { listUsersByMembership } from '@vialkeep/contract/network.ts';
import { updateUser } from '@vialkeep/contract/profile.ts';
import { currentSession, login } from '@vialkeep/contract/session.ts';
import { setUserActive, setUserInactive } from '@vialkeep/contract/users.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databaseDigest } from '../../testing/database-digest.ts';
import { PASSWORD, personOfPlan } from '../../testing/people.ts';
import { visible } from '../../testing/same-answer.ts';
import { anonymousCaller, type Caller, newWorld, type World } from '../../testing/world.ts';

let world: World;
let admin: Caller & { user: { id: number } };
beforeAll(async () => {
  world = await newWorld();
  admin = await world.as('admin');
});
afterAll(() => world.close());

const deactivate = (caller: Caller, id: number) => world.send(caller, setUserInactive, { params: { id } });
const activate = (caller: Caller, id: number) => world.send(caller, setUserActive, { params: { id } });
const isIn = async (caller: Caller) => (await world.send(caller, currentSession)).statusCode === 200;
const activeOf = async (id: number) =>
  (await world.sql<{ is_active: boolean }>('select is_active from users where id = $1', [id]))[0]?.is_active;

describe('F136, U-35 Deactivation of a user', () => {
  test('a deactivation ends all sessions of the user at once, refuses their login and hides them from option lists', async () => {
    const [here, there] = [await world.as('rep2'), await world.as('rep2')];
    const { id } = here.user;
    const response = await deactivate(admin, id);
    expect(response.json()).toEqual({ success: true, message: 'The user has been deactivated.' });

    expect(await isIn(here)).toBe(false);
    expect(await isIn(there)).toBe(false);
    const refused = await world.send(anonymousCaller, login, {
      body: { email: 'rep2@vialkeep.test', password: PASSWORD },
    });
    expect(refused.json()).toMatchObject({ success: false, message: 'This account is inactive.' });
    const options = await world.call(admin, listUsersByMembership, { query: { membership: 'sr' } });
    expect(options.map((option) => option.id)).not.toContain(id);
    const [noted] = await world.sql(
      "select actor_id, subject_id, facts - '{origin_hash,changes,person}'::text[] as facts from audit_log where action = 'users.deactivate' order by position desc limit 1",
    );
    expect(noted).toEqual({ actor_id: admin.user.id, subject_id: String(id), facts: { ended: 2 } });
  });

  test('a deactivation leaves the user’s data and relations', async () => {
    const id = await world.idOf('rep2@vialkeep.test');
    const relations = await world.sql(
      'select 1 from relations where ended_at is null and (subject_id = $1 or object_id = $1)',
      [id],
    );
    expect(relations.length).toBeGreaterThan(2);
  });

  test('a repeated deactivation is idempotent', async () => {
    const id = await world.idOf('former-hc@vialkeep.test');
    expect((await deactivate(admin, id)).statusCode).toBe(200);
    expect((await deactivate(admin, id)).statusCode).toBe(200);
    expect(await activeOf(id)).toBe(false);
    expect((await activate(admin, id)).statusCode).toBe(200);
    expect((await activate(admin, id)).json()).toEqual({ success: true, message: 'The user has been activated.' });
    expect(await activeOf(id)).toBe(true);
  });

  test('F139 an activation restores the login, and the old sessions stay ended', async () => {
    const before = await world.as('buyer');
    await deactivate(admin, before.user.id);
    await activate(admin, before.user.id);
    expect(await isIn(before)).toBe(false);
    expect(await isIn(await world.as('buyer'))).toBe(true);
  });

  test('a deactivated center ends the sessions of its staff in the account for good', async () => {
    const inside = await world.inside(await world.as('staff'), 'hc2@vialkeep.test');
    await deactivate(admin, inside.user.id);
    expect(await isIn(inside)).toBe(false);
    await activate(admin, inside.user.id);
    expect(await isIn(inside)).toBe(false);
  });

  test('a deactivation ends the user’s sessions in other accounts', async () => {
    const staff = await world.as('staff2');
    const inside = await world.inside(staff, 'hc@vialkeep.test');
    expect(await isIn(inside)).toBe(true);
    await deactivate(admin, staff.user.id);
    expect(await isIn(inside)).toBe(false);
  });

  test('an administrator acting in the account stays there, as in every inactive account (F026)', async () => {
    const acting = await world.actingAs(admin, 'donor@vialkeep.test');
    const own = await world.as('donor');
    await deactivate(admin, acting.user.id);
    expect(await isIn(own)).toBe(false);
    expect(await isIn(acting)).toBe(true);
  });

  test('the call also works by POST (S-12)', async () => {
    const id = await world.idOf('viewer@vialkeep.test');
    const headers = { host: 'localhost', authorization: `token ${admin.token}` };
    const url = (path: string) => path.replace(':id', String(id));
    expect((await world.raw({ method: 'POST', url: url(setUserInactive.path), headers })).statusCode).toBe(200);
    expect(await activeOf(id)).toBe(false);
    expect((await world.raw({ method: 'POST', url: url(setUserActive.path), headers })).statusCode).toBe(200);
    expect(await activeOf(id)).toBe(true);
  });

  test('a deactivation raises the version, so that an open form of the user is refused', async () => {
    const id = await world.idOf('affiliate@vialkeep.test');
    const [row] = await world.sql<{ version: number }>('select version from users where id = $1', [id]);
    await deactivate(admin, id);
    const body = { city: 'Tampa', version: row?.version };
    expect((await world.send(admin, updateUser, { params: { id }, body })).json().reason).toBe('changed_meanwhile');
    await activate(admin, id);
  });
});

describe('Callers who cannot change the state', () => {
  test('an administrator cannot deactivate themselves', async () => {
    const before = await databaseDigest(world);
    const response = await deactivate(admin, admin.user.id);
    expect(response.statusCode).toBe(409);
    expect(response.json()).toMatchObject({
      reason: 'not_yourself',
      message: 'You cannot deactivate your own account.',
    });
    expect(await databaseDigest(world)).toEqual(before);
  });

  test('an admin who deactivates or activates a super admin gets 404', async () => {
    const id = await world.idOf('super@vialkeep.test');
    const before = await databaseDigest(world);
    for (const act of [deactivate, activate]) {
      expect(visible(await act(admin, id))).toEqual(visible(await act(admin, 999_999)));
      expect((await act(admin, id)).statusCode).toBe(404);
    }
    expect(await databaseDigest(world)).toEqual(before);
  });

  test('an administrator of a custom site gets 404 for users of other sites', async () => {
    const north = await world.as('admin@north.test', 'north.localhost');
    const id = await world.idOf('hc@vialkeep.test');
    const before = await databaseDigest(world);
    for (const act of [deactivate, activate]) {
      expect(visible(await act(north, id))).toEqual(visible(await act(north, 999_999)));
    }
    expect(await databaseDigest(world)).toEqual(before);
    expect((await deactivate(north, await world.idOf('rep@north.test'))).statusCode).toBe(200);
  });

  test.each([1, 2, 3, 4, 5, 6, 8, 9, 11, 12, 16] as const)('the calls are refused to plan %s', async (plan) => {
    await world.sql('update users set is_active = true');
    const caller = await world.as(personOfPlan[plan]);
    const before = await databaseDigest(world);
    const id = await world.idOf('hc@vialkeep.test');
    for (const act of [deactivate, activate]) expect((await act(caller, id)).statusCode).toBe(403);
    expect(await databaseDigest(world)).toEqual(before);
  });

  test('a removed user is answered with 404', async () => {
    const id = await world.idOf('former-staff@vialkeep.test');
    await world.sql('update users set removed_at = now(), is_active = false where id = $1', [id]);
    for (const act of [deactivate, activate]) expect((await act(admin, id)).statusCode).toBe(404);
    expect(await activeOf(id)).toBe(false);
  });
});

describe('Simultaneous changes of the state', () => {
  test('a simultaneous activation and deactivation leave the user in one of the two states', async () => {
    const id = await world.idOf('lab2@vialkeep.test');
    const answers = await Promise.all([
      deactivate(admin, id),
      activate(admin, id),
      deactivate(admin, id),
      activate(admin, id),
    ]);
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200]);
    const noted = await world.sql<{ action: string }>(
      'select action from audit_log where subject_id = $1 order by position desc limit 1',
      [String(id)],
    );
    expect(await activeOf(id)).toBe(noted[0]?.action === 'users.activate');
  });
});
