import {
  listHarvestCenters,
  listReferralAssociations,
  listReferralCenters,
  listStaff,
} from '@vialkeep/contract/centers.ts';
import { listCoupons } from '@vialkeep/contract/coupons.ts';
import { listDocuments } from '@vialkeep/contract/documents.ts';
import type { Route } from '@vialkeep/contract/kernel/route.ts';
import { listLabels } from '@vialkeep/contract/labels.ts';
import { listAssets } from '@vialkeep/contract/resources.ts';
import { listTransactions } from '@vialkeep/contract/transactions.ts';
import { exportUsers, listInactiveUsers, listUsers } from '@vialkeep/contract/users.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Caller, newWorld, type World } from './testing/world.ts';

let world: World;
let all: Caller;
let north: Caller;
beforeAll(async () => {
  world = await newWorld();
  await world.sql(`update users set is_active = false where email in ('buyer@vialkeep.test', 'rep@north.test')`);
  await world.sql(
    `insert into users (domain_id, plan_id, email, first_name, last_name, company)
     values (2, 5, 'rhc@north.test', 'Runa', 'Holm', 'Fjord Clinic')`,
  );
  all = await world.as('super');
  north = await world.as('admin@north.test', 'north.localhost');
});
afterAll(() => world.close());

/** Every administrator's list that covers more than one site. */
const lists: Record<string, Route> = {
  users: listUsers,
  'inactive users': listInactiveUsers,
  'harvest centers': listHarvestCenters,
  'referral harvest centers': listReferralCenters,
  'HC staff': listStaff,
  'associations of referral centers': listReferralAssociations,
  documents: listDocuments,
  coupons: listCoupons,
  assets: listAssets,
  transactions: listTransactions,
  labels: listLabels,
};
const forEverySite: readonly Route[] = [listCoupons, listAssets];
/** The lists with a domain filter on the server; the screen has the others complete and filters them itself. */
const filteredByDomain: Record<string, Route> = {
  users: listUsers,
  'harvest centers': listHarvestCenters,
  'referral harvest centers': listReferralCenters,
  transactions: listTransactions,
};

type Row = {
  domain?: { name: string } | string | number | null;
  domain_info?: { name: string };
  rhc_domain?: { name: string };
};

/** The site that each row of an answer names; a coupon or an asset may be for every site. */
async function sitesIn(caller: Caller, route: Route, query: object = {}): Promise<string[]> {
  const answer = (await world.send(caller, route, { query })).json();
  const rows: Row[] = Array.isArray(answer) ? answer : answer.results;
  return rows.map(({ domain, domain_info, rhc_domain }) => {
    if (domain_info) return domain_info.name || 'every site';
    if (rhc_domain) return rhc_domain.name;
    if (typeof domain === 'string') return domain;
    return typeof domain === 'object' && domain !== null ? domain.name : 'every site';
  });
}

describe('F159 Administrators’ lists across sites', () => {
  test.each(Object.entries(lists))(
    'the list %s names the site of every row, and shows a custom site only its own rows',
    async (_, route) => {
      const named = new Set(await sitesIn(all, route));
      expect(named).toEqual(
        new Set(['Vialkeep', 'Northlight', ...(forEverySite.includes(route) ? ['every site'] : [])]),
      );
      expect(new Set(await sitesIn(north, route))).toEqual(new Set(['Northlight']));
    },
  );

  test.each(Object.entries(filteredByDomain))('the list %s can be filtered by site', async (_, route) => {
    const [main, other] = [await sitesIn(all, route, { domain_id: 1 }), await sitesIn(all, route, { domain_id: 2 })];
    expect([new Set(main), new Set(other)]).toEqual([new Set(['Vialkeep']), new Set(['Northlight'])]);
  });

  test('the export of users can be filtered by site', async () => {
    const file = (await world.send(all, exportUsers, { query: { domain_id: 2 } })).body;
    expect(file).toContain('hc@north.test');
    expect(file).not.toContain('@vialkeep.test');
  });
});
