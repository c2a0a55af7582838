import { createLocation, listLocations } from '@vialkeep/contract/locations.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Caller, newWorld, type World } from '../../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await newWorld();
});
afterAll(() => world.close());

const address = { address1: '1 First Street', city: 'Salem', state_desc: 'Oregon', country_desc: 'United States' };

type Person = Caller & { user: { id: number } };
const add = (caller: Caller, body: object) => world.call(caller, createLocation, { body });
const all = (caller: Person) => world.call(caller, listLocations, { params: { userId: caller.user.id } });
const count = async () => (await world.sql<{ n: number }>('select count(*)::int as n from locations'))[0]?.n;

describe('F086 New location', () => {
  test('C-38 the first location becomes the default, whatever the body says', async () => {
    const rhc = await world.as('rhc2');
    const first = await add(rhc, { ...address, default: false });
    expect(first).toEqual({
      ...address,
      id: expect.any(Number),
      location_name: '',
      address2: '',
      zip_code: '',
      default: true,
      user: rhc.user.id,
      template_id: null,
    });
    expect(await all(rhc)).toEqual([first]);
  });

  test('a further location leaves the default unchanged, unless the body makes it the default', async () => {
    const hc = await world.as('hc2');
    const plain = await add(hc, { ...address, location_name: 'Plain' });
    expect(plain.default).toBe(false);
    const wanted = await add(hc, { ...address, location_name: 'Wanted', default: true, zip_code: '97301' });
    expect(wanted).toMatchObject({ default: true, zip_code: '97301' });
    expect((await all(hc)).map(({ location_name, default: isDefault }) => [location_name, isDefault])).toEqual([
      ['Wanted', true],
      ['Harbor Steps', false],
      ['Receiving dock', false],
      ['Plain', false],
    ]);
  });

  test('the audit row of a new location does not contain the address', async () => {
    const rhc = await world.as('rhc');
    const { id } = await add(rhc, { ...address, default: true });
    const rows = await world.sql(
      "select domain_id, actor_id, user_id, action, facts - '{origin_hash,changes,person}'::text[] as facts from audit_log where subject = 'location' and subject_id = $1",
      [String(id)],
    );
    expect(rows).toEqual([
      {
        domain_id: 1,
        actor_id: rhc.user.id,
        user_id: rhc.user.id,
        action: 'locations.create',
        facts: { default: true },
      },
    ]);
  });

  test('a new location belongs to the calling account, whichever user the body names', async () => {
    const hc = await world.as('hc');
    const other = await world.idOf('hc3@vialkeep.test');
    const before = await world.sql('select * from locations where user_id = $1', [other]);
    expect(await add(hc, { ...address, user: other, template_id: 'x', id: 7 })).toMatchObject({
      user: hc.user.id,
      template_id: 'demo-template-stein',
    });
    expect(await world.sql('select * from locations where user_id = $1', [other])).toEqual(before);
  });

  test('a location added by staff in a center’s account is the center’s, and the audit row names the staff member', async () => {
    const staff = await world.as('staff');
    const inside = await world.inside(staff, 'hc@vialkeep.test');
    const { id, user } = await add(inside, address);
    expect(user).toBe(await world.idOf('hc@vialkeep.test'));
    const [row] = await world.sql<{ actor_id: number; user_id: number }>(
      "select actor_id, user_id from audit_log where subject = 'location' and subject_id = $1",
      [String(id)],
    );
    expect(row).toEqual({ actor_id: staff.user.id, user_id: user });
  });

  test('a new location belongs to the site of its user', async () => {
    const north = await world.as('hc@north.test', 'north.localhost');
    const { id } = await add(north, address);
    expect(await world.sql('select domain_id from locations where id = $1', [id])).toEqual([{ domain_id: 2 }]);
  });

  test('eight simultaneous new locations leave exactly one default', async () => {
    const staff = await world.as('staff2');
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, n) =>
        world.send(staff, createLocation, { body: { ...address, default: n % 2 === 0 } }),
      ),
    );
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(8).fill(200));
    const kept = await all(staff);
    expect(kept).toHaveLength(8);
    expect(kept.filter((location) => location.default)).toHaveLength(1);
  });
});

describe('Invalid location', () => {
  test.each([
    ['address1', undefined],
    ['address1', ''],
    ['city', '   '],
    ['state_desc', ''],
    ['country_desc', null],
    ['city', 5],
    ['address1', 'x'.repeat(201)],
    ['location_name', 'x'.repeat(201)],
    ['zip_code', 'x'.repeat(21)],
    ['address2', 'a\u0000b'],
    ['default', 'yes'],
    ['user', 'me'],
  ])('the field %s with the value %j is refused by its name, and nothing is added', async (field, value) => {
    const before = await count();
    const hc = await world.as('hc');
    const response = await world.send(hc, createLocation, { body: { ...address, [field]: value } });
    expect(response.statusCode).toBe(400);
    expect(Object.keys(response.json().fields)).toEqual([field]);
    expect(await count()).toBe(before);
  });

  test('each empty required field is refused with the label of the form', async () => {
    const body = { address1: '', city: '', state_desc: ' ', country_desc: '', location_name: '', zip_code: '' };
    const response = await world.send(await world.as('hc'), createLocation, { body });
    expect(response.json().fields).toEqual({
      address1: 'Address Line 1 is required.',
      city: 'City is required.',
      state_desc: 'State is required.',
      country_desc: 'Country is required.',
    });
  });

  test.each(['admin', 'super', 'patient2', 'rep', 'lab'])(
    'a location of %s, who has no tag 1, is refused with 403',
    async (who) => {
      const before = await count();
      const body = { ...address, user: await world.idOf('hc@vialkeep.test') };
      expect(await world.refusalOf(await world.as(who), createLocation, { body })).toMatchObject({ status: 403 });
      expect(await count()).toBe(before);
    },
  );
});
