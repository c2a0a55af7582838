import { listCards, readCustomerProfile } from '@vialkeep/contract/cards.ts';
import {
  approveStaff,
  listCenterOptions,
  listCentersOfLab,
  listCentersOfReferral,
  listCentersOfSalesRep,
  listHarvestCenters,
  listLabs,
  listReferralAssociations,
  listReferralCenters,
  listStaff,
  listStaffOfCenter,
  removeStaff,
  updateReferralAssociation,
  updateStaff,
} from '@vialkeep/contract/centers.ts';
import { listCoupons } from '@vialkeep/contract/coupons.ts';
import { DomainId } from '@vialkeep/contract/kernel/ids.ts';
import { listLocations } from '@vialkeep/contract/locations.ts';
import {
  findUserByIdentifier,
  listPatientOptions,
  listRelatedBy,
  listRelatedFrom,
  listUsersByMembership,
  removeRelatedUser,
} from '@vialkeep/contract/network.ts';
import { getUser, updatePassword, updateUser } from '@vialkeep/contract/profile.ts';
import {
  accessCenter,
  checkAgreement,
  generateLoginAsUserToken,
  listAssociatedCenters,
  loginAsUser,
} from '@vialkeep/contract/session.ts';
import { listDomains } from '@vialkeep/contract/sites.ts';
import { exportTransactionsCsv, listTransactions, readTransaction } from '@vialkeep/contract/transactions.ts';
import {
  addUser,
  deleteInactiveUser,
  listInactiveUsers,
  listUsers,
  readUserDetails,
  setUserActive,
  setUserInactive,
} from '@vialkeep/contract/users.ts';
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

describe('S-31 Isolation between sites without row-level security', () => {
  test('row-level security is disabled in this test', async () => {
    const scope = DomainId.parse(2);
    const rows = await world.app.services.store.query(scope, 'select distinct domain_id from users', []);
    expect(rows).toHaveLength(2);
  });

  test('the transactions of another site are not found', async () => {
    const [sold] = await world.sql<{ id: number }>('select id from transactions where domain_id = 1 limit 1');
    expect((await world.refusalOf(north, readTransaction, { params: { id: sold?.id ?? 0 } })).status).toBe(404);
    for (const query of [{}, { domain_id: 1 }, { search: 'Stein' }, { product_id: 3 }]) {
      const listed = await world.call(north, listTransactions, { query });
      expect(listed.results.filter(({ domain }) => domain !== 'Northlight')).toEqual([]);
      expect((await world.send(north, exportTransactionsCsv, { query })).body).not.toContain('Stein');
    }
  });

  test('the lists of a custom site’s administrator contain only that site', async () => {
    for (const route of [listUsers, listInactiveUsers, listDomains, listCoupons]) {
      for (const query of [{}, { domain_id: 1 }, { search: 'vialkeep' }, { limit: 100 }]) {
        const response = await world.send(north, route, { query: route === listUsers ? query : {} });
        expect(response.statusCode).toBe(200);
        expect(response.body, route.path).not.toMatch(/vialkeep\.test|Stein|"Vialkeep"/);
      }
    }
  });

  test('no user of another site is found, changed or impersonated', async () => {
    const { hc, staff } = foreign;
    const asks = [
      world.send(north, getUser, { params: { id: hc } }),
      world.send(north, updateUser, { params: { id: hc }, body: { city: 'Taken' } }),
      world.send(north, updatePassword, {
        params: { id: hc },
        body: { user_id: hc, new_password_change: 'Taken-over-1' },
      }),
      world.send(north, listLocations, { params: { userId: hc } }),
      world.send(north, listCards, { body: { user_id: hc } }),
      world.send(north, readCustomerProfile, { params: { id: hc } }),
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

  test('no center, lab, staff or referral center of another site is listed or linked', async () => {
    const lists = [
      listHarvestCenters,
      listReferralCenters,
      listCenterOptions,
      listLabs,
      listStaff,
      listReferralAssociations,
    ];
    for (const route of lists) {
      const response = await world.send(north, route);
      expect(response.statusCode, route.path).toBe(200);
      expect(response.body, route.path).not.toMatch(/vialkeep\.test|Stein|"Vialkeep"/);
    }
    const { hc, staff } = foreign;
    const ids = {
      lab: await world.idOf('lab@vialkeep.test'),
      rep: await world.idOf('rep@vialkeep.test'),
      rhc: await world.idOf('rhc@vialkeep.test'),
      own: await world.idOf('staff@north.test'),
    };
    const before = await world.sql('select * from relations order by id');
    const asks = [
      world.send(north, listCentersOfLab, { params: { id: ids.lab } }),
      world.send(north, listCentersOfSalesRep, { params: { id: ids.rep } }),
      world.send(north, listCentersOfReferral, { params: { id: ids.rhc } }),
      world.send(north, listStaffOfCenter, { params: { id: hc } }),
      world.send(north, updateStaff, { params: { id: staff }, body: { staff_hc_ids: [] } }),
      world.send(north, updateReferralAssociation, { params: { id: ids.rhc }, body: { rhc_hc_ids: [] } }),
      world.send(north, approveStaff, { body: { user_id: staff, hc_id: hc } }),
      world.send(north, removeStaff, { body: { user_id: staff, hc_id: hc } }),
    ];
    for (const response of await Promise.all(asks)) expect(response.statusCode, response.body).toBe(404);
    const across = await world.send(north, updateStaff, { params: { id: ids.own }, body: { staff_hc_ids: [hc] } });
    expect(across.statusCode).toBe(400);
    expect(await world.sql('select * from relations order by id')).toEqual(before);
  });

  test('no user of another site is administered, related to or offered, and no user is added there', async () => {
    const { hc } = foreign;
    const own = await world.idOf('patient@north.test');
    const before = await world.sql('select * from users order by id');
    const related = await world.sql('select * from relations order by id');
    for (const route of [
      readUserDetails,
      setUserInactive,
      setUserActive,
      deleteInactiveUser,
      listRelatedBy,
      listRelatedFrom,
    ]) {
      expect((await world.send(north, route, { params: { id: hc } })).statusCode, route.path).toBe(404);
    }
    const ended = await world.send(north, removeRelatedUser, { params: { id: own }, query: { related_user_id: hc } });
    expect(ended.statusCode).toBe(404);
    const named = await world.send(north, findUserByIdentifier, { params: { identifier: 'hc@vialkeep.test' } });
    expect(named.statusCode).toBe(404);
    for (const body of [{ harvest_center: hc }, { related_users: [hc] }]) {
      expect((await world.send(north, updateUser, { params: { id: own }, body })).statusCode).toBe(400);
    }
    const person = {
      first_name: 'A',
      last_name: 'B',
      email: 'a@b.test',
      password: 'typed-by-admin-1',
      subscription: 3,
    };
    expect((await world.send(north, addUser, { body: { ...person, domain: 1 } })).statusCode).toBe(400);
    for (const route of [listUsersByMembership, listPatientOptions]) {
      const response = await world.send(north, route, { query: route === listPatientOptions ? {} : { membership: 4 } });
      expect(response.body, route.path).not.toMatch(/vialkeep\.test|Stein|Whitfield/);
    }
    expect(await world.sql('select * from users order by id')).toEqual(before);
    expect(await world.sql('select * from relations order by id')).toEqual(related);
  });
});
