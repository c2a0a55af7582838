import { findUserByIdentifier, listRelatedBy, listUsersByMembership } from '@vialkeep/contract/network.ts';
import { getUser, updateUser } from '@vialkeep/contract/profile.ts';
import { currentSession, generateLoginAsUserToken, login } from '@vialkeep/contract/session.ts';
import {
  addUser,
  deleteInactiveUser,
  emailExists,
  listInactiveUsers,
  readUserDetails,
  setUserActive,
  setUserInactive,
} from '@vialkeep/contract/users.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databaseDigest } from '../../testing/database-digest.ts';
import { PASSWORD } from '../../testing/people.ts';
import { visible } from '../../testing/same-answer.ts';
import { anonymousCaller, type Caller, newWorld, type World } from '../../testing/world.ts';

let world: World;
let admin: Caller & { user: { id: number } };
beforeAll(async () => {
  world = await newWorld();
  admin = await world.as('admin');
});
afterAll(() => world.close());

const remove = (caller: Caller, id: number) => world.send(caller, deleteInactiveUser, { params: { id } });

async function inactive(email: string): Promise<number> {
  const id = await world.idOf(email);
  await world.call(admin, setUserInactive, { params: { id } });
  return id;
}

describe('F139, S-25 Deletion of an inactive user', () => {
  test('a deleted user is answered everywhere exactly like an unknown one', async () => {
    const id = await inactive('hc3@vialkeep.test');
    const response = await remove(admin, id);
    expect(response.json()).toEqual({ success: true, message: 'The user has been deleted.' });

    for (const route of [getUser, readUserDetails, setUserActive, setUserInactive, deleteInactiveUser, listRelatedBy]) {
      const gone = await world.send(admin, route, { params: { id } });
      expect(gone.statusCode, route.path).toBe(404);
      expect(visible(gone), route.path).toEqual(visible(await world.send(admin, route, { params: { id: 999_999 } })));
    }
    expect((await world.send(admin, updateUser, { params: { id }, body: { city: 'X' } })).statusCode).toBe(404);
    expect((await world.send(admin, generateLoginAsUserToken, { body: { user_id: id } })).statusCode).toBe(404);
    for (const identifier of [String(id), 'hc3@vialkeep.test']) {
      expect((await world.send(admin, findUserByIdentifier, { params: { identifier } })).statusCode).toBe(404);
    }
    expect((await world.call(admin, listInactiveUsers)).map((user) => user.id)).not.toContain(id);
    const options = await world.call(admin, listUsersByMembership, { query: { membership: 4 } });
    expect(options.map((option) => option.id)).not.toContain(id);
    const body = { email: 'hc3@vialkeep.test', password: PASSWORD };
    const nobody = { email: 'nobody@vialkeep.test', password: PASSWORD };
    const refused = await world.send(anonymousCaller, login, { body });
    expect(refused.json()).toEqual((await world.send(anonymousCaller, login, { body: nobody })).json());
  });

  test('a deletion ends the relations and keeps them and all data of the account as history', async () => {
    const id = await inactive('hc2@vialkeep.test');
    const owned = () =>
      world.sql(
        `select (select count(*)::int from locations where user_id = $1) as locations,
           (select count(*)::int from relations where $1 in (subject_id, object_id)) as relations,
           (select count(*)::int from sessions where user_id = $1) as sessions`,
        [id],
      );
    const before = await owned();
    await remove(admin, id);
    expect(await owned()).toEqual(before);
    const standing = await world.sql(
      'select 1 from relations where ended_at is null and (subject_id = $1 or object_id = $1)',
      [id],
    );
    expect(standing).toEqual([]);
    const [row] = await world.sql('select first_name, email, removed_at is null as is_here from users where id = $1', [
      id,
    ]);
    expect(row).toEqual({ first_name: 'Owen', email: 'hc2@vialkeep.test', is_here: false });
  });

  test('the audit row of a deletion names the ended relations', async () => {
    const id = await inactive('buyer@vialkeep.test');
    await remove(admin, id);
    const [noted] = await world.sql(
      "select actor_id, facts - '{origin_hash,changes,person}'::text[] as facts from audit_log where action = 'users.delete' and subject_id = $1",
      [String(id)],
    );
    const rep = await world.idOf('rep@vialkeep.test');
    expect(noted).toEqual({ actor_id: admin.user.id, facts: { ended: [`rep ${rep}`] } });
  });

  test('a deletion frees the email for a new account', async () => {
    const email = 'former-rep@vialkeep.test';
    const former = await world.idOf(email);
    await remove(admin, former);
    expect(await world.call(admin, emailExists, { body: { email } })).toEqual({ exists: false });
    const body = { subscription: 3, domain: 1, first_name: 'Noel', last_name: 'Two', email, password: 'typed-by-1' };
    const { id } = await world.call(admin, addUser, { body });
    expect(id).not.toBe(former);
    expect((await world.call(anonymousCaller, login, { body: { email, password: 'typed-by-1' } })).user.id).toBe(id);
  });

  test('a deletion ends the sessions of users acting in the account', async () => {
    const acting = await world.actingAs(admin, 'former-staff@vialkeep.test');
    expect((await world.send(acting, currentSession)).statusCode).toBe(200);
    await remove(admin, acting.user.id);
    expect((await world.send(acting, currentSession)).statusCode).toBe(401);
  });
});

describe('Refused deletions', () => {
  test('deleting an active user is refused', async () => {
    const id = await world.idOf('hc@vialkeep.test');
    const before = await databaseDigest(world);
    const response = await remove(admin, id);
    expect(response.statusCode).toBe(409);
    expect(response.json()).toMatchObject({ reason: 'still_active', message: 'Only inactive users can be deleted.' });
    expect((await remove(admin, admin.user.id)).statusCode).toBe(409);
    expect(await databaseDigest(world)).toEqual(before);
  });

  test('an admin gets 404 for a super admin, and an administrator of a custom site for users of other sites', async () => {
    const north = await world.as('admin@north.test', 'north.localhost');
    const [boss, former] = [await world.idOf('super@vialkeep.test'), await world.idOf('former-hc@vialkeep.test')];
    await world.sql('update users set is_active = false where id = $1', [boss]);
    const before = await databaseDigest(world);
    expect(visible(await remove(admin, boss))).toEqual(visible(await remove(admin, 999_999)));
    expect(visible(await remove(north, former))).toEqual(visible(await remove(north, 999_999)));
    expect(await databaseDigest(world)).toEqual(before);
  });

  test.each(['lab', 'patient', 'rep', 'hc', 'rhc', 'manager', 'distributor', 'staff', 'affiliate', 'donor', 'viewer'])(
    'a deletion is refused to %s',
    async (who) => {
      const caller = await world.as(who);
      const before = await databaseDigest(world);
      expect((await remove(caller, await world.idOf('former-hc@vialkeep.test'))).statusCode).toBe(403);
      expect(await databaseDigest(world)).toEqual(before);
    },
  );
});

describe('Simultaneous deletions', () => {
  test('one of two simultaneous deletions succeeds, and the other gets 404', async () => {
    const id = await world.idOf('former-hc@vialkeep.test');
    const both = await Promise.all([remove(admin, id), remove(admin, id)]);
    expect(both.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 404]);
    expect(
      await world.sql("select 1 from audit_log where action = 'users.delete' and subject_id = $1", [String(id)]),
    ).toHaveLength(1);
  });

  test('a simultaneous activation and deletion do not both succeed', async () => {
    const id = await inactive('donor@vialkeep.test');
    const [activated, removed] = await Promise.all([
      world.send(admin, setUserActive, { params: { id } }),
      remove(admin, id),
    ]);
    const [row] = await world.sql('select is_active, removed_at is not null as is_gone from users where id = $1', [id]);
    expect([activated.statusCode, removed.statusCode]).toEqual(row?.is_gone ? [404, 200] : [200, 409]);
    expect(row).toEqual({ is_active: !row?.is_gone, is_gone: row?.is_gone });
  });
});
