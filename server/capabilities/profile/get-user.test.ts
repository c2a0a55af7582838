import { PatientFields } from '@vialkeep/contract/patients.ts';
import { getUser } from '@vialkeep/contract/profile.ts';
import { KnownUser } from '@vialkeep/contract/session.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { visible } from '../../testing/same-answer.ts';
import { type Caller, newWorld, type World } from '../../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await newWorld();
});
afterAll(() => world.close());

const read = (caller: Caller, id: number | string) => world.send(caller, getUser, { params: { id } });

/** The payment provider's ids, which only the user and administrators read. */
const paymentProfiles = ['auth_customer_profile_id', 'auth_customer_payment_profile_id'];

describe('F013 One user', () => {
  test('a user reads their own account with exactly the fields of the contract', async () => {
    const hc = await world.as('hc');
    const user = (await read(hc, hc.user.id)).json();
    expect(user).toMatchObject({ email: 'hc@vialkeep.test', subscription: { id: 4, name: 'Harvest Center' } });
    const known = [...Object.keys(KnownUser.shape), ...paymentProfiles, 'may'].toSorted();
    expect(Object.keys(user).toSorted()).toEqual(known);
  });

  test('F033 a center and staff are shown a company and a Template ID that they cannot change, and a patient neither', async () => {
    const shown = async (key: string) => {
      const caller = await world.as(key);
      const { may } = await world.call(caller, getUser, { params: { id: caller.user.id } });
      return may.filter((action) => ['show_company', 'show_template', 'change_template'].includes(action));
    };
    expect(await shown('hc')).toEqual(['show_company', 'show_template']);
    expect(await shown('staff')).toEqual(['show_company', 'show_template']);
    expect(await shown('patient')).toEqual([]);
  });

  test('a user’s answer names their center, their rep and the centers that refer to them', async () => {
    const rhc = await world.as('rhc');
    expect(rhc.user.hc_desc.map(({ company }) => company)).toEqual(['Stein Regenerative Clinic']);
    expect(rhc.user.saless_rep_id).toBe(await world.idOf('rep@vialkeep.test'));
    expect((await world.as('staff3')).user.hc_desc).toEqual([]);
  });

  test.each(['hc', 'staff', 'rep', 'manager2', 'distributor2', 'lab', 'patient', 'donor', 'buyer'])(
    'a user without a relation gives the same 404 as an unknown one, for %s',
    async (key) => {
      const caller = await world.as(key);
      const missing = await read(caller, 999_999);
      expect(missing.statusCode).toBe(404);
      for (const email of ['hc2@vialkeep.test', 'patient2@vialkeep.test', 'super@vialkeep.test', 'hc@north.test']) {
        expect(visible(await read(caller, await world.idOf(email))), email).toEqual(visible(missing));
      }
    },
  );

  test.each(['viewer', 'lab', 'hc', 'rhc', 'rep', 'manager', 'distributor', 'affiliate'])(
    'S-20 a patient is readable for %s, who has a relation to them; a patient of another site is not',
    async (key) => {
      const caller = await world.as(key);
      expect((await read(caller, await world.idOf('patient3@vialkeep.test'))).statusCode).toBe(200);
      expect((await read(caller, await world.idOf('patient@north.test'))).statusCode).toBe(404);
    },
  );

  test('a patient’s answer has the sample’s data, the lab, the centers and the vials, and other plans have none of them', async () => {
    const patient = await world.as('patient3');
    const user = (await read(patient, patient.user.id)).json();
    expect(user).toMatchObject({
      email: 'patient3@vialkeep.test',
      stemcell_plating_successful: 1,
      sterility_complete: true,
      vials_available: 8,
      vials_shipped: 0,
      processing_lab: await world.idOf('lab@vialkeep.test'),
      harvest_center_temporal: await world.idOf('hc@vialkeep.test'),
      referral_harvest_center_temporal: await world.idOf('rhc@vialkeep.test'),
    });
    expect(user.lab_id).toMatch(/^CB-\d{5}$/);
    expect(user).not.toHaveProperty('password_hash');
    const known = [...Object.keys(KnownUser.shape), ...paymentProfiles, ...Object.keys(PatientFields.shape), 'may'];
    expect(Object.keys(user).toSorted()).toEqual([...new Set(known)].toSorted());
  });

  test('an administrator of the site reads a user, and a main administrator reads users of every site', async () => {
    const [admin, north] = [await world.as('admin'), await world.as('admin@north.test')];
    const [here, there] = [await world.idOf('hc@vialkeep.test'), await world.idOf('hc@north.test')];
    expect((await read(admin, here)).statusCode).toBe(200);
    expect((await read(admin, there)).statusCode).toBe(200);
    expect((await read(north, there)).statusCode).toBe(200);
    expect(visible(await read(north, here))).toEqual(visible(await read(north, 999_999)));
  });

  test('F034, T17 the attestation is offered only to a center or its staff without a template, in their own session', async () => {
    const offered = async (caller: Caller, id: number) =>
      (await world.call(caller, getUser, { params: { id } })).may.includes('sign_attestation');
    const [newHc, staff, hc] = [await world.as('new-hc'), await world.as('staff'), await world.as('hc')];
    expect(await offered(newHc, newHc.user.id)).toBe(true);
    expect(await offered(staff, staff.user.id)).toBe(true);
    expect(hc.user.template_id).not.toBeNull();
    expect(await offered(hc, hc.user.id)).toBe(false);
    for (const key of ['rhc', 'patient', 'admin']) {
      const other = await world.as(key);
      expect(await offered(other, other.user.id), key).toBe(false);
    }
    const admin = await world.as('admin');
    expect(await offered(admin, newHc.user.id)).toBe(false);
    expect(await offered(await world.actingAs(admin, 'new-hc@vialkeep.test'), newHc.user.id)).toBe(false);
  });

  test('a removed user is answered with 404', async () => {
    const id = await world.idOf('former-staff@vialkeep.test');
    await world.sql('update users set removed_at = now() where id = $1', [id]);
    expect((await read(await world.as('super'), id)).statusCode).toBe(404);
  });

  test.each(['0', '-1', '1.5', '1e3', 'abc', '99999999999', '2147483648', '%00', '..', '1;', "1' or '1'='1"])(
    'the id %j is answered with 404',
    async (id) => {
      const admin = await world.as('admin');
      const response = await world.raw({
        url: getUser.path.replace(':id', id),
        headers: { host: 'localhost', authorization: `token ${admin.token}` },
      });
      expect(response.statusCode).toBe(404);
      expect(response.json()).toMatchObject({ success: false, reason: 'not_found' });
    },
  );
});
