import { listLocations } from '@vialkeep/contract/locations.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { visible } from '../../testing/same-answer.ts';
import { type Caller, newWorld, type World } from '../../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await newWorld();
});
afterAll(() => world.close());

const list = (caller: Caller, userId: number | string) => world.send(caller, listLocations, { params: { userId } });

describe('F085 List of locations', () => {
  test('the list has the default first, then the others in order of creation, with the owner’s template', async () => {
    const hc = await world.as('hc');
    const locations = await world.call(hc, listLocations, { params: { userId: hc.user.id } });
    expect(locations.map(({ location_name, default: isDefault }) => [location_name, isDefault])).toEqual([
      ['Main clinic', true],
      ['Surgery center', false],
      ['', false],
    ]);
    expect(locations[0]).toEqual({
      id: expect.any(Number),
      location_name: 'Main clinic',
      address1: '845 Flatiron Parkway',
      address2: 'Suite 210',
      city: 'Boulder',
      state_desc: 'Colorado',
      country_desc: 'United States',
      zip_code: '80301',
      default: true,
      user: hc.user.id,
      template_id: 'demo-template-stein',
    });
  });

  test('the list is empty for a user without locations', async () => {
    const rhc = await world.as('rhc2');
    expect(await world.call(rhc, listLocations, { params: { userId: rhc.user.id } })).toEqual([]);
  });

  test.each(['hc', 'rhc', 'staff', 'patient'])('C-23 the list of %s contains their own locations', async (who) => {
    const caller = await world.as(who);
    expect((await list(caller, caller.user.id)).json()).not.toEqual([]);
  });

  test('the list is refused to a patient from the moment tag 1 is removed', async () => {
    const patient = await world.as('patient5');
    expect((await list(patient, patient.user.id)).statusCode).toBe(200);
    await world.sql("update users set tags = '{2}' where id = $1", [patient.user.id]);
    expect(await world.refusalOf(patient, listLocations, { params: { userId: patient.user.id } })).toEqual({
      status: 403,
      reason: 'not_permitted',
    });
  });

  test.each(['lab', 'rep', 'manager', 'distributor', 'affiliate', 'donor', 'viewer'])(
    'the list without tag 1 is refused to %s',
    async (who) => {
      const caller = await world.as(who);
      expect((await list(caller, caller.user.id)).statusCode).toBe(403);
    },
  );
});

describe('Locations of another user', () => {
  test('staff in a center’s account and an administrator acting for it read the center’s locations', async () => {
    const center = await world.idOf('hc2@vialkeep.test');
    for (const caller of [
      await world.inside(await world.as('staff'), 'hc2@vialkeep.test'),
      await world.actingAs(await world.as('admin'), 'hc2@vialkeep.test'),
    ]) {
      expect((await list(caller, center)).json()).toHaveLength(2);
    }
  });

  test('an administrator reads the locations of the users on their sites, and gets 404 for others', async () => {
    const center = await world.idOf('hc@vialkeep.test');
    const north = await world.idOf('hc@north.test');
    for (const who of ['admin', 'super']) {
      const admin = await world.as(who);
      expect((await list(admin, center)).json()).toHaveLength(3);
      expect((await list(admin, north)).json()).toHaveLength(1);
    }
    const northAdmin = await world.as('admin@north.test', 'north.localhost');
    expect((await list(northAdmin, north)).json()).toHaveLength(1);
    expect((await list(northAdmin, center)).statusCode).toBe(404);
  });

  test('another user’s, a removed user’s and an unknown user’s locations give one and the same 404', async () => {
    const patientOfHc = await world.idOf('patient@vialkeep.test');
    await world.sql("update users set removed_at = now() where email = 'former-hc@vialkeep.test'");
    const removed = await world.idOf('former-hc@vialkeep.test');
    const hc = await world.as('hc');
    const admin = await world.as('admin');
    const answers = [
      await list(hc, patientOfHc),
      await list(hc, await world.idOf('hc2@vialkeep.test')),
      await list(hc, await world.idOf('staff@vialkeep.test')),
      await list(hc, await world.idOf('hc@north.test')),
      await list(await world.as('staff'), hc.user.id),
      await list(await world.as('patient'), hc.user.id),
      await list(hc, 999_999),
      await list(hc, '0'),
      await list(hc, 'all'),
      await list(hc, '99999999999'),
      await list(admin, 999_999),
      await list(admin, removed),
    ];
    for (const answer of answers) expect(answer.statusCode, answer.body).toBe(404);
    expect(new Set(answers.map((answer) => JSON.stringify(visible(answer)))).size).toBe(1);
  });
});
