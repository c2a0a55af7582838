import { createLocation, deleteLocation, listLocations, updateLocation } from '@vialkeep/contract/locations.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { queryAs } from '../../testing/query-as.ts';
import { visible } from '../../testing/same-answer.ts';
import { type Caller, newWorld, type World } from '../../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await newWorld();
});
afterAll(() => world.close());

type Person = Caller & { user: { id: number } };

const ids = async (caller: Person) =>
  (await world.call(caller, listLocations, { params: { userId: caller.user.id } })).map(({ id }) => id);
const remove = (caller: Caller, id: number | string | undefined) =>
  world.send(caller, deleteLocation, { params: { id: id ?? 0 } });
const everyRow = () => world.sql('select * from locations order by id');

const refused = (reason: string, message: string) => ({ success: false, code: 'error', reason, message });
const ONLY = refused('only_location', 'You only have one address, you need at least one address on your account.');
const DEFAULT = refused(
  'default_location',
  'You can not delete this location, select another default address before delete this location.',
);

describe('F088 Deletion of a location', () => {
  test('deleting a location that is neither the only one nor the default removes it and records the actor', async () => {
    const hc = await world.as('hc');
    const [main, second, third] = await ids(hc);
    expect((await remove(hc, second)).json()).toEqual({ success: true, message: 'The location has been deleted.' });
    expect(await ids(hc)).toEqual([main, third]);
    expect(await world.sql('select 1 from locations where id = $1', [second])).toEqual([]);
    expect(
      await world.sql(
        "select actor_id, user_id, subject_id, facts - '{origin_hash,changes,person}'::text[] as facts from audit_log where action = 'locations.delete' and domain_id = 1",
      ),
    ).toEqual([{ actor_id: hc.user.id, user_id: hc.user.id, subject_id: String(second), facts: {} }]);
    expect((await remove(hc, second)).statusCode).toBe(404);
  });

  test('C-32 deleting the only location is refused as the only one, although it is also the default', async () => {
    const rhc = await world.as('rhc');
    const before = await ids(rhc);
    const response = await remove(rhc, before[0]);
    expect(response.statusCode).toBe(400);
    expect(response.json()).toEqual(ONLY);
    expect(await ids(rhc)).toEqual(before);
  });

  test('Q-18 deleting the default location is refused until another one is the default', async () => {
    const hc = await world.as('hc2');
    const [main, other] = await ids(hc);
    const response = await remove(hc, main);
    expect(response.statusCode).toBe(400);
    expect(response.json()).toEqual(DEFAULT);
    expect(await ids(hc)).toEqual([main, other]);
    await world.call(hc, updateLocation, { params: { id: other ?? 0 }, body: { default: true } });
    expect((await remove(hc, main)).statusCode).toBe(200);
    expect(await ids(hc)).toEqual([other]);
    expect((await remove(hc, other)).json()).toEqual(ONLY);
  });

  test('deleting another user’s or an unknown location gives one and the same 404 and deletes nothing', async () => {
    const foreign = await ids(await world.as('hc3'));
    const north = await ids(await world.as('hc@north.test', 'north.localhost'));
    const before = await everyRow();
    const answers = [];
    for (const who of ['hc', 'staff', 'patient', 'rhc2']) {
      for (const id of [...foreign, ...north, 999_999, 'x']) answers.push(await remove(await world.as(who), id));
    }
    for (const answer of answers) expect(answer.statusCode, answer.body).toBe(404);
    expect(new Set(answers.map((answer) => JSON.stringify(visible(answer)))).size).toBe(1);
    for (const who of ['admin', 'super', 'patient2', 'manager']) {
      expect((await remove(await world.as(who), foreign[1])).statusCode).toBe(403);
    }
    expect(await everyRow()).toEqual(before);
  });

  test('deleting all locations while the default moves leaves at least one, and exactly one default', async () => {
    const staff = await world.as('staff2');
    const body = { address1: '1 First Street', city: 'Salem', state_desc: 'Oregon', country_desc: 'United States' };
    for (let n = 0; n < 4; n += 1) await world.call(staff, createLocation, { body });
    const all = await ids(staff);
    const answers = await Promise.all([
      ...all.map((id) => remove(staff, id)),
      ...all.map((id) => world.send(staff, updateLocation, { params: { id }, body: { default: true } })),
      ...all.map((id) => remove(staff, id)),
    ]);
    for (const { statusCode, body: answer } of answers) expect([200, 400, 404], answer).toContain(statusCode);
    const kept = await world.call(staff, listLocations, { params: { userId: staff.user.id } });
    expect(kept.length).toBeGreaterThan(0);
    expect(kept.filter((location) => location.default)).toHaveLength(1);
  });
});

describe('Constraints on locations in the database', () => {
  const BROKEN = { code: '23514', constraint: 'locations_have_one_default' };
  const rowOf = (is_default: boolean) =>
    `insert into locations (domain_id, user_id, address1, city, state_desc, country_desc, is_default)
     select domain_id, id, 'a', 'b', 'c', 'd', ${is_default} from users where email = $1`;

  test('the database refuses a user who has locations and no default', async () => {
    await expect(world.sql(rowOf(false), ['rhc2@vialkeep.test'])).rejects.toMatchObject(BROKEN);
    const hc = await world.idOf('hc@vialkeep.test');
    await expect(world.sql('update locations set is_default = false where user_id = $1', [hc])).rejects.toMatchObject(
      BROKEN,
    );
    await expect(world.sql('delete from locations where user_id = $1 and is_default', [hc])).rejects.toMatchObject(
      BROKEN,
    );
  });

  test('the database refuses a second default, and an address without its required parts', async () => {
    await expect(world.sql(rowOf(true), ['hc@vialkeep.test'])).rejects.toMatchObject({
      constraint: 'locations_one_default',
    });
    await expect(world.sql("update locations set city = ' '")).rejects.toMatchObject({
      constraint: 'locations_say_where',
    });
  });

  test('the database allows deleting the last location, and moving the default within one transaction', async () => {
    const rhc = await world.idOf('rhc@vialkeep.test');
    await world.sql('delete from locations where user_id = $1', [rhc]);
    await world.sql('begin');
    await world.sql(rowOf(false), ['rhc@vialkeep.test']);
    await world.sql('update locations set is_default = true where user_id = $1', [rhc]);
    await world.sql('commit');
    expect(await world.sql('select is_default from locations where user_id = $1', [rhc])).toEqual([
      { is_default: true },
    ]);
  });

  test('the database refuses two concurrent transactions that together would leave no default', async () => {
    const rhc = await world.idOf('rhc@vialkeep.test');
    const addPlain = () => queryAs(world.app.services.store, 'platform', rowOf(false), ['rhc@vialkeep.test']);
    const kept = () => world.sql('select is_default from locations where user_id = $1', [rhc]);

    // One transaction deletes the only location while another adds a plain one; each is valid alone.
    await world.sql('begin');
    await world.sql('delete from locations where user_id = $1', [rhc]);
    await addPlain();
    await expect(world.sql('commit')).rejects.toMatchObject(BROKEN);
    expect(await kept()).toEqual([{ is_default: true }, { is_default: false }]);

    // The same with the constraint checked early: then the other transaction waits and is the one that fails.
    await world.sql('begin');
    await world.sql('delete from locations where user_id = $1', [rhc]);
    await world.sql('set constraints all immediate');
    const adding = addPlain().catch((error: unknown) => error);
    await new Promise((resolve) => setTimeout(resolve, 300));
    await world.sql('commit');
    expect(await adding).toMatchObject(BROKEN);
    expect(await kept()).toEqual([]);
  });
});
