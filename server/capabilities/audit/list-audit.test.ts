import { listAudit } from '@vialkeep/contract/audit.ts';
import { createLocation, updateLocation } from '@vialkeep/contract/locations.ts';
import { updateUser } from '@vialkeep/contract/profile.ts';
import { setUserActive, setUserInactive } from '@vialkeep/contract/users.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newWorld, type World } from '../../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await newWorld({ LOG_LEVEL: 'error' });
});
afterAll(() => world.close());

const place = {
  location_name: 'West',
  address1: '1 Main Street',
  city: 'Austin',
  state_desc: 'Texas',
  country_desc: 'United States',
  zip_code: '73301',
};

describe('The audit log as an administrator reads it', () => {
  test('a row names the actor and the address, and the value of each changed field before and after', async () => {
    const admin = await world.as('admin');
    const hc = await world.as('hc');
    await world.call(hc, updateUser, { params: { id: hc.user.id }, body: { city: 'Dallas', first_name: 'Vera' } });
    const { results } = await world.call(admin, listAudit, { query: { action: 'profile.change' } });
    expect(results[0]).toMatchObject({
      site: 'Vialkeep',
      actor: { id: hc.user.id, name: `Vera ${hc.user.last_name}`, plan: 4 },
      user: { id: hc.user.id },
      subject: 'user',
      subject_id: String(hc.user.id),
      facts: { fields: ['first_name', 'city'] },
      changes: {
        city: { before: hc.user.city, after: 'Dallas' },
        first_name: { before: hc.user.first_name, after: 'Vera' },
      },
      address: '127.0.0.1',
      device: 'Unknown device',
    });
    expect(results[0]?.facts).not.toHaveProperty('origin_hash');
  });

  test('a row names the administrator and the account when an administrator acts in that account', async () => {
    const admin = await world.as('admin');
    const acting = await world.actingAs(admin, 'rhc@vialkeep.test');
    await world.call(acting, updateUser, { params: { id: acting.user.id }, body: { city: 'Lyon' } });
    const { results } = await world.call(admin, listAudit, { query: { action: 'profile.change', limit: 1 } });
    expect(results).toMatchObject([{ actor: { id: admin.user.id }, user: { id: acting.user.id } }]);
  });

  test('the log can be filtered by subject, actor, action, address and time, and is read in pages', async () => {
    const admin = await world.as('admin');
    const id = await world.idOf('buyer@vialkeep.test');
    await world.call(admin, setUserInactive, { params: { id } });
    await world.call(admin, setUserActive, { params: { id } });
    const about = async (query: object) => (await world.call(admin, listAudit, { query })).results;
    const ofBuyer = await about({ subject_id: id, action: 'users.' });
    expect(ofBuyer.map(({ action }) => action)).toEqual(['users.activate', 'users.deactivate']);
    expect(ofBuyer[0]?.changes).toEqual({ is_active: { before: false, after: true } });
    expect((await about({ actor_id: admin.user.id })).every(({ actor }) => actor?.id === admin.user.id)).toBe(true);
    expect(await about({ address: '203.0.113.9' })).toEqual([]);
    expect((await about({ address: '127.0.0.1', subject_id: id })).length).toBeGreaterThan(1);
    expect(await about({ to: '2020-01-01T00:00:00Z' })).toEqual([]);
    expect(await about({ from: '2020-01-01T00:00:00Z', subject_id: id, limit: 1, offset: 1 })).toHaveLength(1);
    const { count, count_is_exact } = await world.call(admin, listAudit, { query: { subject_id: id, limit: 1 } });
    expect([count > 1, count_is_exact]).toEqual([true, true]);
    expect(await world.refusalOf(admin, listAudit, { query: { from: 'yesterday' } })).toMatchObject({ status: 400 });
  });

  test('an administrator of one site sees only the rows of that site', async () => {
    const north = await world.as('admin@north.test', 'north.localhost');
    const { results } = await world.call(north, listAudit);
    expect(results.length).toBeGreaterThan(0);
    expect(new Set(results.map(({ site }) => site))).toEqual(new Set(['Northlight']));
  });

  test('the table stores no personal value in clear, and values read as erased once the person’s key is destroyed', async () => {
    const admin = await world.as('admin');
    const patient = await world.as('patient');
    await world.call(patient, updateUser, { params: { id: patient.user.id }, body: { last_name: 'Plovercanary' } });
    const [clear] = await world.sql<{ n: number }>(
      "select count(*)::int as n from audit_log where audit_log::text ilike '%plovercanary%'",
    );
    expect(clear?.n).toBe(0);
    const read = async () =>
      (
        await world.call(admin, listAudit, {
          query: { subject_id: patient.user.id, action: 'profile.change', limit: 1 },
        })
      ).results[0]?.changes;
    expect(await read()).toMatchObject({ last_name: { after: 'Plovercanary' } });
    await world.sql('update person_keys set wrapped = null, destroyed_at = now() where user_id = $1', [
      patient.user.id,
    ]);
    expect(await read()).toEqual({ last_name: { before: 'erased', after: 'erased' } });
  });

  test('a row about a changed location shows the changed field before and after', async () => {
    const admin = await world.as('admin');
    const hc = await world.as('hc');
    const { id } = await world.call(hc, createLocation, { body: place });
    await world.call(hc, updateLocation, { params: { id }, body: { city: 'Houston' } });
    const { results } = await world.call(admin, listAudit, { query: { action: 'locations.update', limit: 1 } });
    expect(results[0]?.changes).toEqual({ city: { before: 'Austin', after: 'Houston' } });
  });
});
