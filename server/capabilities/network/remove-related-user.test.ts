import { removeRelatedUser } from '@vialkeep/contract/network.ts';
import { plans } from '@vialkeep/contract/plans.ts';
import { updateUser } from '@vialkeep/contract/profile.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { auditTables, databaseDigest } from '../../testing/database-digest.ts';
import { personOfPlan } from '../../testing/people.ts';
import { visible } from '../../testing/same-answer.ts';
import { type Caller, newWorld, type World } from '../../testing/world.ts';

let world: World;
let admin: Caller & { user: { id: number } };
beforeAll(async () => {
  world = await newWorld();
  admin = await world.as('admin');
});
afterAll(() => world.close());

const remove = (caller: Caller, id: number, related_user_id: unknown) =>
  world.send(caller, removeRelatedUser, { params: { id }, query: { related_user_id } });
const between = (one: number, other: number) =>
  world.sql<{ is_standing: boolean }>(
    `select ended_at is null as is_standing from relations
     where (subject_id, object_id) in (($1, $2), ($2, $1)) order by id`,
    [one, other],
  );

describe('End of a relation', () => {
  test('an administrator ends a relation; the row stays as history, and the audit log names it', async () => {
    const [hc, rep] = [await world.idOf('hc@vialkeep.test'), await world.idOf('rep@vialkeep.test')];
    const response = await remove(admin, hc, rep);
    expect(response.json()).toEqual({ success: true, message: 'The relation has been removed.' });
    expect(await between(hc, rep)).toEqual([{ is_standing: false }]);
    const [noted] = await world.sql(
      "select actor_id, subject_id, facts - '{origin_hash,changes,person}'::text[] as facts from audit_log where action = 'network.change' order by position desc limit 1",
    );
    expect(noted).toEqual({ actor_id: admin.user.id, subject_id: String(hc), facts: { ended: [`rep ${rep}`] } });
  });

  test('a relation can be ended from either end', async () => {
    const [manager, rep] = [await world.idOf('manager@vialkeep.test'), await world.idOf('rep@vialkeep.test')];
    expect((await remove(admin, manager, rep)).statusCode).toBe(200);
    expect(await between(manager, rep)).toEqual([{ is_standing: false }]);
  });

  test('ending a relation that does not exist changes no relation', async () => {
    const [hc, rep] = [await world.idOf('hc2@vialkeep.test'), await world.idOf('rep@vialkeep.test')];
    const before = await databaseDigest(world, [...auditTables, 'users']);
    expect((await remove(admin, hc, rep)).statusCode).toBe(200);
    expect(await databaseDigest(world, [...auditTables, 'users'])).toEqual(before);
  });

  test('a form that was opened before the relation ended is refused with changed_meanwhile', async () => {
    const [hc, rep] = [await world.idOf('hc3@vialkeep.test'), await world.idOf('rep3@vialkeep.test')];
    const [row] = await world.sql<{ version: number }>('select version from users where id = $1', [hc]);
    await remove(admin, rep, hc);
    const body = { sales_rep: rep, version: row?.version };
    const saved = await world.send(admin, updateUser, { params: { id: hc }, body });
    expect(saved.json().reason).toBe('changed_meanwhile');
  });

  test('simultaneous calls from both ends end the relation once', async () => {
    const [staff, hc] = [await world.idOf('staff@vialkeep.test'), await world.idOf('hc@vialkeep.test')];
    const both = await Promise.all([remove(admin, staff, hc), remove(admin, hc, staff), remove(admin, staff, hc)]);
    expect(both.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
    expect(await between(staff, hc)).toEqual([{ is_standing: false }]);
  });
});

describe('Refused removals', () => {
  test.each(plans.filter((plan) => plan !== 7 && plan !== 10))('plan %s cannot end a relation', async (plan) => {
    const caller = await world.as(personOfPlan[plan]);
    const before = await databaseDigest(world);
    expect((await remove(caller, caller.user.id, await world.idOf('hc@vialkeep.test'))).statusCode).toBe(403);
    expect(await databaseDigest(world)).toEqual(before);
  });

  test('a removal with a user of another site gives the same answer as one with unknown users', async () => {
    const north = await world.as('admin@north.test', 'north.localhost');
    const [hc, patient] = [await world.idOf('hc@north.test'), await world.idOf('patient@vialkeep.test')];
    const before = await databaseDigest(world);
    for (const [one, other] of [
      [hc, patient],
      [patient, hc],
    ] as const) {
      expect(visible(await remove(north, one, other))).toEqual(visible(await remove(north, 999_999, 999_998)));
    }
    expect(await databaseDigest(world)).toEqual(before);
  });

  test.each(['', 'x', '0', '-1', '1.5'])('the id %j is refused by the name of the field', async (related_user_id) => {
    const response = await remove(admin, await world.idOf('hc@vialkeep.test'), related_user_id);
    expect(response.statusCode).toBe(400);
    expect(Object.keys(response.json().fields)).toEqual(['related_user_id']);
  });
});
