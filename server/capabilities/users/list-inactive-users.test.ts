import { planNames, plans } from '@vialkeep/contract/plans.ts';
import { listInactiveUsers, listMemberships } from '@vialkeep/contract/users.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newWorld, type World } from '../../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await newWorld();
});
afterAll(() => world.close());

describe('F139 List of inactive users', () => {
  test('the list holds the inactive users, newest first, without removed ones', async () => {
    await world.sql("update users set removed_at = now() where email = 'former-staff@vialkeep.test'");
    const everybody = await world.call(await world.as('admin'), listInactiveUsers);
    const users = everybody.filter(({ domain }) => domain.name === 'Vialkeep');
    expect(users.map(({ email }) => email)).toEqual(['former-hc@vialkeep.test', 'former-rep@vialkeep.test']);
    expect(users[0]?.subscription).toBe(4);
    expect(users[0]?.may).toEqual(expect.arrayContaining(['activate', 'delete', 'login_as']));
    expect(users[0]?.may).not.toContain('deactivate');
  });

  test('the list of a site’s administrator holds only that site', async () => {
    await world.sql("update users set is_active = false where email = 'rep@north.test'");
    const users = await world.call(await world.as('admin@north.test'), listInactiveUsers);
    expect(users.map(({ email }) => email)).toEqual(['rep@north.test']);
  });
});

describe('List of plans', () => {
  test('the list has the fourteen documented plans with their ids', async () => {
    const memberships = await world.call(await world.as('patient'), listMemberships);
    expect(memberships).toEqual(plans.map((id) => ({ id, name: planNames[id] })));
    const stored = await world.sql('select id, name from plans order by id');
    expect(stored).toEqual(memberships);
  });
});
