import {
  findUserByIdentifier,
  listPatientOptions,
  listSalesDistributorOptions,
  listSalesManagerOptions,
  listSalesRepOptions,
  listUsersByMembership,
} from '@vialkeep/contract/network.ts';
import { plans } from '@vialkeep/contract/plans.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { personOfPlan } from '../../testing/people.ts';
import { visible } from '../../testing/same-answer.ts';
import { type Caller, newWorld, type World } from '../../testing/world.ts';

let world: World;
let admin: Caller;
let north: Caller;
beforeAll(async () => {
  world = await newWorld();
  admin = await world.as('admin');
  north = await world.as('admin@north.test', 'north.localhost');
});
afterAll(() => world.close());

const lists = [listPatientOptions, listSalesRepOptions, listSalesManagerOptions, listSalesDistributorOptions];
const byMembership = (caller: Caller, query: object) => world.call(caller, listUsersByMembership, { query });
const labels = (options: readonly { label: string }[]) => options.map(({ label }) => label);

describe('F135 Option lists of users', () => {
  test('an option list has the active users of a plan, newest first, labelled by company or by name', async () => {
    const centers = await byMembership(admin, { membership: 4, domain_id: 1 });
    expect(labels(centers)).toEqual([
      'Alder Street Clinic',
      'Barton Creek Aesthetics',
      'Harbor Steps Surgery',
      'Stein Regenerative Clinic',
    ]);
    const id = await world.idOf('new-hc@vialkeep.test');
    expect(centers[0]).toEqual({
      value: id,
      id,
      label: 'Alder Street Clinic',
      first_name: 'Theo',
      last_name: 'Brandt',
      company: 'Alder Street Clinic',
    });
    const reps = await byMembership(admin, { membership: 'sr', dropdown: 'true', domain_id: 1 });
    expect(labels(reps).toSorted()).toEqual(['Dana Whitlock', 'House Account', 'Julian Reyes', 'Marcus Oyelaran']);
  });

  test.each([
    ['sr', 3, listSalesRepOptions],
    ['sm', 6, listSalesManagerOptions],
    ['sd', 8, listSalesDistributorOptions],
    [2, 2, listPatientOptions],
  ])('the code %s, the id and the separate route give the same options', async (code, plan, route) => {
    const options = await byMembership(admin, { membership: code });
    expect(options.length).toBeGreaterThan(0);
    expect(await byMembership(admin, { membership: plan })).toEqual(options);
    expect(await world.call(admin, route)).toEqual(options);
  });

  test('the code sa lists the affiliates', async () => {
    expect(labels(await byMembership(admin, { membership: 'sa' }))).toEqual(['Simone Vartan']);
  });

  test('a search finds options by typed text and takes wildcards literally', async () => {
    expect(labels(await byMembership(admin, { membership: 4, search: 'STEIN' }))).toEqual([
      'Stein Regenerative Clinic',
    ]);
    expect(await byMembership(admin, { membership: 4, search: '%' })).toEqual([]);
    expect(labels(await world.call(admin, listPatientOptions, { query: { search: 'whitfield' } }))).toEqual([
      'Ana Whitfield',
    ]);
  });

  test('S-31 an administrator reads the options of their own sites only', async () => {
    expect(labels(await byMembership(north, { membership: 4 }))).toEqual(['Northlight Clinic']);
    expect(await byMembership(north, { membership: 4, domain_id: 1 })).toEqual([]);
    expect(labels(await world.call(north, listSalesRepOptions))).toEqual(['Einar Voss']);
    expect(labels(await byMembership(admin, { membership: 4 }))).toContain('Northlight Clinic');
  });

  test.each(plans.filter((plan) => plan !== 7 && plan !== 10))(
    'S-08 plan %s cannot read option lists',
    async (plan) => {
      const caller = await world.as(personOfPlan[plan]);
      for (const route of lists) expect((await world.send(caller, route)).statusCode).toBe(403);
      expect((await world.send(caller, listUsersByMembership, { query: { membership: 4 } })).statusCode).toBe(403);
    },
  );

  test.each([
    {},
    { membership: 13 },
    { membership: 'hc' },
    { membership: 4, domain_id: 'x' },
    { membership: 4, dropdown: '1' },
  ])('the query %j is refused with 400', async (query) => {
    expect((await world.send(admin, listUsersByMembership, { query })).statusCode).toBe(400);
  });
});

describe('U-10 User found by id or email', () => {
  const ask = (caller: Caller, identifier: string) =>
    world.send(caller, findUserByIdentifier, { params: { identifier } });

  test('an administrator finds a user by id or by email in any case, and reads only the name', async () => {
    const id = await world.idOf('hc@vialkeep.test');
    for (const identifier of [String(id), 'hc@vialkeep.test', 'HC@Vialkeep.TEST']) {
      expect((await ask(admin, identifier)).json()).toEqual({ id, username: 'Maria Stein' });
    }
  });

  test.each(plans.filter((plan) => plan !== 7 && plan !== 10))('plan %s finds only themselves', async (plan) => {
    const caller = await world.as(personOfPlan[plan]);
    expect((await ask(caller, String(caller.user.id))).json().id).toBe(caller.user.id);
    const missing = visible(await ask(caller, '999999'));
    for (const email of ['hc2@vialkeep.test', 'patient2@vialkeep.test', 'hc@north.test']) {
      expect(visible(await ask(caller, email))).toEqual(missing);
      expect(visible(await ask(caller, String(await world.idOf(email))))).toEqual(missing);
    }
  });

  test('a user of another site gives the same answer as an unknown one', async () => {
    expect(visible(await ask(north, 'hc@vialkeep.test'))).toEqual(visible(await ask(north, 'nobody@north.test')));
    expect((await ask(north, 'hc@north.test')).statusCode).toBe(200);
  });

  test.each(['0', '-1', '9999999999', '1e3', "' or 1=1 --", '%', 'x'.repeat(199)])(
    'the identifier %j is answered with 404',
    async (identifier) => {
      expect((await ask(admin, identifier)).statusCode).toBe(404);
    },
  );
});
