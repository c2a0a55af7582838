import { type Location, listLocations, updateDefaultLocation, updateLocation } from '@vialkeep/contract/locations.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { visible } from '../../testing/same-answer.ts';
import { type Caller, newWorld, type World } from '../../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await newWorld();
});
afterAll(() => world.close());

type Person = Caller & { user: { id: number } };

const all = (caller: Person): Promise<Location[]> =>
  world.call(caller, listLocations, { params: { userId: caller.user.id } });
const change = (caller: Caller, id: number | string, body: object) =>
  world.send(caller, updateLocation, { params: { id }, body });
const everyRow = () => world.sql('select * from locations order by id');
const defaultsOf = async (caller: Person) => (await all(caller)).filter((location) => location.default);

async function locationsOf(caller: Person): Promise<{ main: Location; other: Location }> {
  const [main, other] = await all(caller);
  if (!main || !other) throw new Error('The demo network gives this center two locations.');
  return { main, other };
}

describe('F086 Change of a location', () => {
  test('a change writes the sent fields, leaves the others and answers with the location', async () => {
    const hc = await world.as('hc');
    const { main, other } = await locationsOf(hc);
    const response = await change(hc, other.id, { city: ' Golden ', zip_code: '', location_name: '' });
    expect(response.json()).toEqual({ ...other, city: 'Golden', zip_code: '', location_name: '' });
    const [row] = await world.sql<{ facts: object }>(
      "select facts - '{origin_hash,changes,person}'::text[] as facts from audit_log where action = 'locations.update' order by position desc limit 1",
    );
    expect(row).toEqual({ facts: { fields: ['location_name', 'city', 'zip_code'], became_default: false } });
    expect((await all(hc))[0]).toEqual(main);
  });

  test('a change never moves a location to another user, whatever the body says', async () => {
    const hc = await world.as('hc');
    const { other } = await locationsOf(hc);
    const stranger = await world.idOf('hc2@vialkeep.test');
    const sent = { ...other, id: 1, user: stranger, user_id: stranger, domain_id: 2, template_id: 'x', city: 'Lyons' };
    expect((await change(hc, other.id, sent)).json()).toEqual({ ...other, city: 'Lyons' });
  });

  test.each([
    ['address1', ''],
    ['city', ' '],
    ['state_desc', ''],
    ['country_desc', ''],
    ['zip_code', 'x'.repeat(21)],
    ['address2', null],
    ['default', 1],
  ])('the field %s with the value %j is refused by its name, and nothing changes', async (field, value) => {
    const hc = await world.as('hc');
    const { other } = await locationsOf(hc);
    const before = await everyRow();
    const response = await change(hc, other.id, { location_name: 'Half', [field]: value });
    expect(response.statusCode).toBe(400);
    expect(Object.keys(response.json().fields)).toEqual([field]);
    expect(await everyRow()).toEqual(before);
  });

  test('changing another user’s or an unknown location gives one and the same 404 and changes nothing', async () => {
    const { main, other } = await locationsOf(await world.as('hc2'));
    const [north] = await all(await world.as('hc@north.test', 'north.localhost'));
    const before = await everyRow();
    const answers = [];
    for (const who of ['hc', 'staff', 'patient', 'rhc']) {
      for (const id of [main.id, other.id, north?.id ?? 0, 999_999, 'x', '0']) {
        answers.push(await change(await world.as(who), id, { city: 'Taken' }));
        answers.push(await change(await world.as(who), id, { default: true }));
      }
    }
    for (const answer of answers) expect(answer.statusCode, answer.body).toBe(404);
    expect(new Set(answers.map((answer) => JSON.stringify(visible(answer)))).size).toBe(1);
    for (const who of ['admin', 'super', 'patient2', 'rep']) {
      expect((await change(await world.as(who), main.id, { city: 'Taken' })).statusCode).toBe(403);
    }
    expect(await everyRow()).toEqual(before);
  });
});

describe('F087 Change of the default location', () => {
  test('default: true moves the default; default: false changes nothing', async () => {
    const hc = await world.as('hc3');
    const { main, other } = await locationsOf(hc);
    expect((await change(hc, other.id, { default: true })).json()).toEqual({ ...other, default: true });
    expect(await all(hc)).toEqual([
      { ...other, default: true },
      { ...main, default: false },
    ]);
    expect((await change(hc, other.id, { default: false })).json()).toEqual({ ...other, default: true });
    expect((await change(hc, main.id, { default: false, city: 'Buda' })).json()).toMatchObject({ default: false });
    expect(await defaultsOf(hc)).toEqual([{ ...other, default: true }]);
  });

  test('update-default moves the default as well, and a repeated call is idempotent', async () => {
    const hc = await world.as('hc');
    const { main, other } = await locationsOf(hc);
    const body = { location_id: other.id, user_id: hc.user.id };
    for (const became_default of [true, false]) {
      expect(await world.call(hc, updateDefaultLocation, { body })).toMatchObject({ success: true });
      expect((await defaultsOf(hc)).map(({ id }) => id)).toEqual([other.id]);
      const [row] = await world.sql<{ facts: object }>(
        "select facts - '{origin_hash,changes,person}'::text[] as facts from audit_log where action = 'locations.update_default' order by position desc limit 1",
      );
      expect(row).toEqual({ facts: { became_default } });
    }
    await world.call(hc, updateDefaultLocation, { body: { location_id: main.id, user_id: hc.user.id } });
  });

  test('update-default with another user’s location or id is answered with 404, and nothing changes', async () => {
    const hc = await world.as('hc');
    const { other: own } = await locationsOf(hc);
    const hc2 = await world.as('hc2');
    const { other: foreign } = await locationsOf(hc2);
    const before = await everyRow();
    for (const body of [
      { location_id: foreign.id, user_id: hc2.user.id },
      { location_id: foreign.id, user_id: hc.user.id },
      { location_id: own.id, user_id: hc2.user.id },
      { location_id: 999_999, user_id: hc.user.id },
    ]) {
      expect(await world.refusalOf(hc, updateDefaultLocation, { body })).toEqual({ status: 404, reason: 'not_found' });
    }
    for (const body of [{}, { location_id: 'x', user_id: hc.user.id }, { location_id: 0, user_id: hc.user.id }]) {
      expect(await world.refusalOf(hc, updateDefaultLocation, { body })).toMatchObject({ status: 400 });
    }
    const body = { location_id: own.id, user_id: hc.user.id };
    expect(await world.refusalOf(await world.as('admin'), updateDefaultLocation, { body })).toMatchObject({
      status: 403,
    });
    expect(await everyRow()).toEqual(before);
  });

  test('repeated simultaneous changes of the default all succeed and leave exactly one default', async () => {
    const hc = await world.as('hc2');
    const { main, other } = await locationsOf(hc);
    for (let round = 0; round < 10; round += 1) {
      const answers = await Promise.all([
        change(hc, main.id, { default: true }),
        change(hc, other.id, { default: true }),
        world.send(hc, updateDefaultLocation, { body: { location_id: main.id, user_id: hc.user.id } }),
        world.send(hc, updateDefaultLocation, { body: { location_id: other.id, user_id: hc.user.id } }),
      ]);
      expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200]);
      expect(await defaultsOf(hc)).toHaveLength(1);
    }
  });

  test('staff in a center’s account change the center’s default, and the audit row names the staff member', async () => {
    const staff = await world.as('staff');
    const inside = await world.inside(staff, 'hc@vialkeep.test');
    const { other } = await locationsOf(inside);
    expect((await change(inside, other.id, { default: true })).json()).toMatchObject({ default: true });
    const [row] = await world.sql<{ actor_id: number; user_id: number }>(
      "select actor_id, user_id from audit_log where action = 'locations.update' order by position desc limit 1",
    );
    expect(row).toEqual({ actor_id: staff.user.id, user_id: inside.user.id });
  });
});
