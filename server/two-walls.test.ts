import { DomainId } from '@vialkeep/contract/kernel/ids.ts';
import { getUser, updatePassword, updateUser } from '@vialkeep/contract/profile.ts';
import {
  accessCenter,
  checkAgreement,
  generateLoginAsUserToken,
  listAssociatedCenters,
  loginAsUser,
} from '@vialkeep/contract/session.ts';
import { listDomains } from '@vialkeep/contract/sites.ts';
import { listInactiveUsers, listUsers } from '@vialkeep/contract/users.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Caller, newWorld, type World } from './testing/world.ts';

let world: World;
let north: Caller;
let foreign: { hc: number; staff: number };
beforeAll(async () => {
  world = await newWorld();
  north = await world.as('admin@north.test', 'north.localhost');
  foreign = { hc: await world.idOf('hc@vialkeep.test'), staff: await world.idOf('staff@vialkeep.test') };
  const tables = await world.sql<{ name: string }>(
    "select relname as name from pg_class where relnamespace = 'public'::regnamespace and relrowsecurity",
  );
  for (const { name } of tables) await world.sql(`alter table ${name} disable row level security`);
});
afterAll(() => world.close());

describe('S-31 with the database’s wall between sites taken down', () => {
  test('the wall is really down', async () => {
    const scope = DomainId.parse(2);
    const rows = await world.app.services.store.query(scope, 'select distinct domain_id from users', []);
    expect(rows).toHaveLength(2);
  });

  test('the lists of a custom site’s administrator still hold that site only', async () => {
    for (const route of [listUsers, listInactiveUsers, listDomains]) {
      for (const query of [{}, { domain_id: 1 }, { search: 'vialkeep' }, { limit: 100 }]) {
        const response = await world.send(north, route, { query: route === listUsers ? query : {} });
        expect(response.statusCode).toBe(200);
        expect(response.body, route.path).not.toMatch(/vialkeep\.test|Stein|"Vialkeep"/);
      }
    }
  });

  test('and nobody of another site is found, changed or entered', async () => {
    const { hc, staff } = foreign;
    const asks = [
      world.send(north, getUser, { params: { id: hc } }),
      world.send(north, updateUser, { params: { id: hc }, body: { city: 'Taken' } }),
      world.send(north, updatePassword, {
        params: { id: hc },
        body: { user_id: hc, new_password_change: 'Taken-over-1' },
      }),
      world.send(north, checkAgreement, { params: { userId: hc } }),
      world.send(north, generateLoginAsUserToken, { body: { user_id: hc } }),
      world.send(north, loginAsUser, { body: { user_id: hc } }),
      world.send(north, listAssociatedCenters, { params: { id: staff } }),
      world.send(await world.as('staff@north.test'), accessCenter, { body: { user_id: hc } }),
    ];
    for (const response of await Promise.all(asks)) {
      expect(response.statusCode, response.body).toBe(404);
      expect(response.json().reason).toBe('not_found');
    }
    expect(await world.sql("select 1 from users where city = 'Taken'")).toEqual([]);
  });
});
