import { ProcessingData } from '@vialkeep/contract/patients.ts';
import { type Plan, plans } from '@vialkeep/contract/plans.ts';
import { listUsers, readSalesChain, readUserDetails, SalesChain, UserDetails } from '@vialkeep/contract/users.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { personOfPlan } from '../../testing/people.ts';
import { visible } from '../../testing/same-answer.ts';
import { type Caller, newWorld, type World } from '../../testing/world.ts';

let world: World;
let admin: Caller & { user: { id: number } };
let boss: Caller & { user: { id: number } };
let north: Caller & { user: { id: number } };
beforeAll(async () => {
  world = await newWorld();
  admin = await world.as('admin');
  boss = await world.as('super');
  north = await world.as('admin@north.test', 'north.localhost');
});
afterAll(() => world.close());

const read = async (email: string, caller: Caller = admin) =>
  world.call(caller, readUserDetails, {
    params: { id: await world.idOf(email.includes('@') ? email : `${email}@vialkeep.test`) },
  });
const named = async (key: string, name: string) => ({ id: await world.idOf(`${key}@vialkeep.test`), name });

describe('F135 Details of a user', () => {
  test.each(plans)('the details hold exactly the fields of the contract for plan %s', async (plan) => {
    const user = await read(personOfPlan[plan]);
    expect(Object.keys(user).toSorted()).toEqual(Object.keys(UserDetails.shape).toSorted());
    expect(user.subscription.id).toBe(plan);
    expect(JSON.stringify(user)).not.toMatch(/password_hash|argon2|token/);
  });

  test('the details name a center’s relations, their relations and the resulting sales chain (U-36)', async () => {
    const hc = await read('hc');
    expect(hc).toMatchObject({
      company: 'Stein Regenerative Clinic',
      template_id: 'demo-template-stein',
      domain: { id: 1, name: 'Vialkeep' },
      is_active: true,
      sales_rep: await named('rep', 'Julian Reyes'),
      sales_manager: await named('manager', 'Petra Nolan'),
      sales_distributor: await named('distributor', 'Walter Ashby'),
      sales_affiliate: await named('affiliate', 'Simone Vartan'),
      processing_lab: await named('lab', 'Front Range Processing Lab'),
      processing: null,
      vials_available: null,
      vials_shipped: null,
    });
    const rep = hc.related_users.find(({ subscription }) => subscription === 3);
    expect(rep?.related_users.map(({ email }) => email)).toEqual(['manager@vialkeep.test']);
  });

  test('the details have a patient’s processing data, vials, lab and the sales chain of their center', async () => {
    const patient = await read('patient');
    const id = await world.idOf('patient@vialkeep.test');
    const count = async (state: string) =>
      (await world.sql('select 1 from vials where patient_id = $1 and state = $2', [id, state])).length;
    expect(patient).toMatchObject({
      sales_rep: await named('rep', 'Julian Reyes'),
      sales_distributor: await named('distributor', 'Walter Ashby'),
      processing_lab: await named('lab', 'Front Range Processing Lab'),
      vials_available: await count('stored'),
      vials_shipped: await count('shipped'),
    });
    expect(Object.keys(patient.processing ?? {}).toSorted()).toEqual(Object.keys(ProcessingData.shape).toSorted());
    const [record] = await world.sql('select lab_id, vials_preparation from patient_records where patient_id = $1', [
      id,
    ]);
    expect(patient.processing).toMatchObject(record ?? {});
    expect(patient.related_users.map(({ subscription }) => subscription)).toEqual(expect.arrayContaining([4, 1]));
  });

  test('U-36 the details name the same sales chain as the users list, for every user', async () => {
    await world.sql(
      `update relations set ended_at = now() where kind = 'center' and ended_at is null and subject_id in (
         select subject_id from relations where kind = 'referral_center' and ended_at is null)`,
    );
    const { results } = await world.call(admin, listUsers, { query: { limit: 100 } });
    const referred = results.filter(({ hc_desc, rhc_desc }) => hc_desc.length === 0 && rhc_desc.length > 0);
    expect(referred.filter(({ sales_rep }) => sales_rep !== null).length).toBeGreaterThan(0);
    for (const user of results.filter(({ may }) => may.includes('edit'))) {
      const details = await world.call(admin, readUserDetails, { params: { id: user.id } });
      expect(SalesChain.parse(details), user.email).toEqual(SalesChain.parse(user));
      if (user.subscription !== 2 && user.subscription !== 12) continue;
      // The chain that the form shows for the chosen centers.
      const [center, referralCenter] = [user.hc_desc[0], user.rhc_desc[0]];
      const query = {
        ...(center && { harvest_center: center.id }),
        ...(referralCenter && { referral_harvest_center: referralCenter.id }),
      };
      const chain = await world.call(admin, readSalesChain, { params: { id: user.id }, query });
      expect(chain, user.email).toEqual(SalesChain.parse(user));
    }
  });

  test('U-36 the chain of centers that are not saved yet is previewed, on the own site only', async () => {
    const [patient, hc, rhc] = await Promise.all(
      ['patient', 'hc', 'rhc'].map((key) => world.idOf(`${key}@vialkeep.test`)),
    );
    const chain = (caller: Caller, query: object) =>
      world.send(caller, readSalesChain, { params: { id: patient }, query });
    expect((await chain(admin, {})).json()).toMatchObject({ sales_rep: null, sales_manager: null });
    const through = SalesChain.parse((await chain(admin, { harvest_center: hc, referral_harvest_center: rhc })).json());
    expect(through).toMatchObject({ sales_rep: await named('rep', 'Julian Reyes') });
    const referral = SalesChain.parse((await chain(admin, { referral_harvest_center: rhc })).json());
    expect(referral.sales_rep).toEqual((await read('rhc')).sales_rep);
    expect((await chain(admin, { harvest_center: rhc })).statusCode).toBe(404);
    expect((await chain(admin, { harvest_center: 'x' })).statusCode).toBe(400);
    expect((await chain(north, {})).statusCode).toBe(404);
    expect((await chain(await world.as('hc'), {})).statusCode).toBe(403);
    const own = await world.send(north, readSalesChain, {
      params: { id: north.user.id },
      query: { harvest_center: hc },
    });
    expect(own.statusCode).toBe(404);
  });

  test('the details of an inactive user are readable', async () => {
    expect(await read('former-hc')).toMatchObject({ is_active: false, sales_rep: null, related_users: [] });
  });
});

describe('F135 Actions offered by the details', () => {
  test('the details offer the actions that the administrator can take', async () => {
    expect((await read('hc')).may).toEqual(['edit', 'deactivate', 'change_password', 'login_as']);
    expect((await read('former-hc')).may).toEqual(['edit', 'activate', 'delete', 'change_password', 'login_as']);
    expect((await read('admin')).may).toEqual(['edit']);
    expect((await read('super')).may).toEqual([]);
    expect((await read('admin@north.test')).may).toEqual(['edit']);
    expect((await read('admin', boss)).may).toEqual(['edit', 'deactivate', 'change_password', 'login_as']);
    expect((await read('super', boss)).may).toEqual(['edit']);
    const acting = await world.actingAs(boss, 'admin@vialkeep.test');
    expect((await read('hc', acting)).may).toEqual(['edit', 'deactivate']);
  });

  const but = (...some: Plan[]) => plans.filter((plan) => !some.includes(plan));
  test.each([
    ['admin', 'hc', but(10, 15)],
    ['admin', 'viewer', but(10)],
    ['admin', 'hc@north.test', but(10, 15)],
    ['admin', 'admin@north.test', [7]],
    ['admin', 'admin', [7]],
    ['admin', 'super', [10]],
    ['boss', 'hc', [...plans]],
    ['boss', 'admin', [...plans]],
    ['boss', 'super', [10]],
    ['north', 'hc@north.test', but(7, 10, 15)],
    ['north', 'admin@north.test', [7]],
  ] as const)('the details offer to %s for %s the plans that S-34 allows', async (who, email, expected) => {
    expect((await read(email, { admin, boss, north }[who])).may_become).toEqual(expected);
  });
});

describe('Callers who cannot read the details', () => {
  test.each(plans.filter((plan) => plan !== 7 && plan !== 10))(
    'plan %s cannot read the details, not even their own',
    async (plan) => {
      const caller = await world.as(personOfPlan[plan]);
      expect((await world.send(caller, readUserDetails, { params: { id: caller.user.id } })).statusCode).toBe(403);
    },
  );

  test('an administrator of another site gets 404', async () => {
    const ask = (id: number) => world.send(north, readUserDetails, { params: { id } });
    const missing = await ask(999_999);
    expect(missing.statusCode).toBe(404);
    for (const email of ['hc@vialkeep.test', 'super@vialkeep.test', 'former-hc@vialkeep.test']) {
      expect(visible(await ask(await world.idOf(email)))).toEqual(visible(missing));
    }
  });

  test('the details of a removed user are answered with 404', async () => {
    const id = await world.idOf('former-rep@vialkeep.test');
    await world.sql('update users set removed_at = now() where id = $1', [id]);
    expect((await world.send(boss, readUserDetails, { params: { id } })).statusCode).toBe(404);
  });
});
