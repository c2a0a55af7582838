import {
  listRelatedBy,
  listRelatedByMembership,
  listRelatedFrom,
  RelatedUserWithTheirs,
} from '@vialkeep/contract/network.ts';
import { plans } from '@vialkeep/contract/plans.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { personOfPlan } from '../../testing/people.ts';
import { visible } from '../../testing/same-answer.ts';
import { type Caller, newWorld, type World } from '../../testing/world.ts';

let world: World;
let admin: Caller;
beforeAll(async () => {
  world = await newWorld();
  admin = await world.as('admin');
});
afterAll(() => world.close());

type RelatedRoute = typeof listRelatedBy | typeof listRelatedFrom | typeof listRelatedByMembership;
const routes = [listRelatedBy, listRelatedFrom, listRelatedByMembership];
const idOf = (key: string) => world.idOf(key.includes('@') ? key : `${key}@vialkeep.test`);
const ask = async (caller: Caller, route: RelatedRoute, key: string, query: object = {}) =>
  world.call(caller, route, { params: { id: await idOf(key) }, query });
const send = (caller: Caller, route: RelatedRoute, id: number) =>
  world.send(caller, route, { params: { id }, query: route === listRelatedByMembership ? { first_related: 4 } : {} });
const keys = (people: readonly { email: string }[]) => people.map(({ email }) => email.split('@', 1)[0] ?? '');
const askKeys = async (caller: Caller, route: RelatedRoute, key: string, query: object = {}) =>
  keys(await ask(caller, route, key, query));

describe('Users who belong to a user (related_by)', () => {
  test('each related user is answered with their own relations and the documented fields only', async () => {
    const people = await ask(admin, listRelatedBy, 'rep');
    expect(keys(people).toSorted()).toEqual(['buyer', 'hc', 'rhc']);
    const hc = people.find(({ email }) => email === 'hc@vialkeep.test');
    expect(Object.keys(hc ?? {}).toSorted()).toEqual(Object.keys(RelatedUserWithTheirs.shape).toSorted());
    expect(keys(hc?.related_users ?? [])).toEqual(['rep', 'lab', 'affiliate']);
  });

  test('related users can be filtered by plan, by its code or by its id', async () => {
    expect(await askKeys(admin, listRelatedBy, 'manager', { membership: 'sr', dropdown: 'true' })).toEqual([
      'house',
      'rep',
      'rep2',
    ]);
    expect(await askKeys(admin, listRelatedBy, 'hc', { membership: 9 })).toEqual(['staff', 'staff2']);
    expect(await askKeys(admin, listRelatedBy, 'hc', { membership: 'sd' })).toEqual([]);
  });

  test('pending, ended and removed relations do not count', async () => {
    expect(await askKeys(admin, listRelatedBy, 'hc', { membership: 9 })).not.toContain('staff3');
    await world.sql('update relations set ended_at = now() where subject_id = $1', [await idOf('rep3')]);
    expect(await askKeys(admin, listRelatedBy, 'manager2')).toEqual([]);
  });
});

describe('Users to whom a user belongs (related_from)', () => {
  test('related users come in the order of their relations, or in the requested order', async () => {
    expect(await askKeys(admin, listRelatedFrom, 'hc')).toEqual(['rep', 'lab', 'affiliate']);
    expect(await askKeys(admin, listRelatedFrom, 'hc', { order_by: 'first_name' })).toEqual([
      'lab',
      'rep',
      'affiliate',
    ]);
    expect(await askKeys(admin, listRelatedFrom, 'hc', { order_by: '-id' })).toEqual(['lab', 'affiliate', 'rep']);
    expect(await askKeys(admin, listRelatedFrom, 'hc', { membership: 3 })).toEqual(['rep']);
  });

  test('several orders apply one after the other', async () => {
    const url = `/api/v1/users/${await idOf('hc')}/related_from/?order_by=company&order_by=-id`;
    const response = await world.raw({ url, headers: { host: 'localhost', authorization: `token ${admin.token}` } });
    expect(keys(response.json())).toEqual(['affiliate', 'rep', 'lab']);
  });
});

describe('Users at the end of a path (related_to_by_membership)', () => {
  test('a path leads from plan to plan, whichever way the relations point', async () => {
    const path = (key: string, query: object) => askKeys(admin, listRelatedByMembership, key, query);
    expect(await path('distributor', { first_related: 'sm' })).toEqual(['manager', 'manager2']);
    expect(await path('distributor', { first_related: 6, second_related: 3 })).toEqual(['house', 'rep', 'rep2']);
    expect(await path('distributor', { first_related: 6, second_related: 3, third_related: 4 })).toEqual(['hc', 'hc2']);
    const patients = await path('manager', { first_related: 'sr', second_related: 4, third_related: 2 });
    expect(patients).toHaveLength(18);
    expect(await path('patient', { first_related: 4, second_related: 3, third_related: 6, fourth_related: 8 })).toEqual(
      ['distributor'],
    );
    expect(await path('patient', { first_related: 8 })).toEqual([]);
  });

  test('users at the end of a path carry their own relations only on request', async () => {
    const [plain] = await ask(admin, listRelatedByMembership, 'patient', { first_related: 4 });
    expect(plain?.related_users).toEqual([]);
    const query = { first_related: 4, include_nested: 'true' };
    const [nested] = await ask(admin, listRelatedByMembership, 'patient', query);
    expect(keys(nested?.related_users ?? [])).toEqual(['rep', 'lab', 'affiliate']);
  });
});

describe('S-20 Callers of the lists of related users', () => {
  test.each(plans.filter((plan) => plan !== 7 && plan !== 10))(
    'a caller of plan %s reads only their own relations and gets 404 for others',
    async (plan) => {
      const caller = await world.as(personOfPlan[plan]);
      const other = await idOf(plan === 4 ? 'hc2' : 'hc');
      for (const route of routes) {
        expect((await send(caller, route, caller.user.id)).statusCode).toBe(200);
        expect(visible(await send(caller, route, other))).toEqual(visible(await send(caller, route, 999_999)));
        expect((await send(caller, route, other)).statusCode).toBe(404);
      }
    },
  );

  test('an administrator of another site gets the same answer as for an unknown user', async () => {
    const north = await world.as('admin@north.test', 'north.localhost');
    for (const route of routes) {
      expect(visible(await send(north, route, await idOf('hc')))).toEqual(visible(await send(north, route, 999_999)));
    }
  });

  test.each([
    ['a patient to the center’s other patients', 'patient', { first_related: 4, second_related: 2 }],
    ['a patient to the center’s staff', 'patient', { first_related: 4, second_related: 9 }],
    ['staff to the center’s patients', 'staff', { first_related: 4, second_related: 2 }],
    ['a center to its rep’s other clients', 'hc', { first_related: 3, second_related: 16 }],
    ['a buyer to the rep’s centers', 'buyer', { first_related: 3, second_related: 4 }],
    ['a buyer over a center to its patients', 'buyer', { first_related: 3, second_related: 4, third_related: 2 }],
  ])('a path from the caller does not lead beyond the users that they can see: %s', async (_way, key, query) => {
    const caller = await world.as(key);
    expect(await askKeys(admin, listRelatedByMembership, key, query)).not.toEqual([]);
    const found = await askKeys(caller, listRelatedByMembership, key, query);
    expect(found.filter((one) => one !== key)).toEqual([]);
  });

  test('the relations of related users are hidden from a patient', async () => {
    const patient = await world.as('patient');
    const people = await ask(patient, listRelatedFrom, 'patient');
    expect(keys(people)).toEqual(['hc', 'lab']);
    expect(people.flatMap(({ related_users }) => related_users)).toEqual([]);
  });

  test.each(['rep', 'manager', 'distributor'])(
    'as %s, a caller reads that patients exist, without names and emails',
    async (key) => {
      const paths = {
        rep: { first_related: 4, second_related: 2 },
        manager: { first_related: 3, second_related: 4, third_related: 2 },
        distributor: { first_related: 6, second_related: 3, third_related: 4, fourth_related: 2 },
      };
      const caller = await world.as(key);
      const query = { ...paths[key === 'rep' || key === 'manager' ? key : 'distributor'], include_nested: 'true' };
      const patients = await ask(caller, listRelatedByMembership, key, query);
      expect(patients.length).toBeGreaterThan(5);
      for (const patient of patients) expect(patient).toMatchObject({ first_name: '', last_name: '', email: '' });
    },
  );
});

describe('Invalid queries', () => {
  test.each([
    [listRelatedBy, { membership: 13 }, 'membership'],
    [listRelatedBy, { membership: 'xx' }, 'membership'],
    [listRelatedFrom, { order_by: 'password_hash' }, 'order_by'],
    [listRelatedFrom, { order_by: 'id; drop table users' }, 'order_by'],
    [listRelatedByMembership, {}, 'first_related'],
    [listRelatedByMembership, { first_related: 4, second_related: 'x' }, 'second_related'],
    [listRelatedByMembership, { first_related: 4, include_nested: 'maybe' }, 'include_nested'],
  ])('an invalid query parameter is refused by its name: %#', async (route, query, field) => {
    const response = await world.send(admin, route, { params: { id: await idOf('hc') }, query });
    expect(response.statusCode).toBe(400);
    expect(Object.keys(response.json().fields)).toEqual([field]);
  });
});
