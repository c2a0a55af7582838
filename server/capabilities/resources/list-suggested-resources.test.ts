import { DomainId } from '@vialkeep/contract/kernel/ids.ts';
import { createAsset, listSubscriptionAssets, listSuggestedResources } from '@vialkeep/contract/resources.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { queryAs } from '../../testing/query-as.ts';
import { type Caller, newWorld, type World } from '../../testing/world.ts';

let world: World;
let admin: Caller;
beforeAll(async () => {
  world = await newWorld();
  admin = await world.as('admin');
  await world.sql('delete from assets');
});
afterAll(() => world.close());

const link = { type: 1, path: 'https://example.org/guide', name: 'Guide' };
const make = (asset_name: string, body: object) =>
  world.call(admin, createAsset, { body: { asset_name, description: 'About', assets: [link], ...body } });

const suggested = async (caller: Caller, plan: number, url: string) =>
  (await world.call(caller, listSuggestedResources, { params: { id: plan }, body: { url } })).map(
    ({ asset_name }) => asset_name,
  );
const listed = async (caller: Caller, plan: number) =>
  (await world.call(caller, listSubscriptionAssets, { params: { id: plan } })).map(({ asset_name }) => asset_name);

describe('F040 F041 Asset for sales reps of one site on /patients', () => {
  beforeAll(async () => {
    await make('Reps of the main site', { membership_ids: '3', domain_id: 1, sections: [{ url: '/patients' }] });
    await make('Reps of Northlight', { membership_ids: '3', domain_id: 2, sections: [{ url: '/patients' }] });
    await make('Reps of all', { membership_ids: '3,6', sections: [{ url: '/patients/:id' }] });
    await make('Nobody', { sections: [{ url: '/patients' }] });
  });

  test('a rep of the site gets the asset suggested on that page', async () => {
    const rep = await world.as('rep');
    const answer = await world.call(rep, listSuggestedResources, { params: { id: 3 }, body: { url: '/patients' } });
    expect(answer).toEqual([
      {
        id: expect.any(Number),
        asset_name: 'Reps of the main site',
        description: 'About',
        assets: [{ id: expect.any(Number), ...link }],
      },
    ]);
    expect(await suggested(rep, 3, '/patients/')).toEqual(['Reps of the main site']);
    expect(await suggested(rep, 3, '/patients/1027')).toEqual(['Reps of all']);
    expect(await suggested(rep, 3, '/dashboard')).toEqual([]);
  });

  test('a rep of the site finds the asset in the resource center by name', async () => {
    expect(await listed(await world.as('rep'), 3)).toEqual(['Reps of all', 'Reps of the main site']);
    const north = await world.as('rep@north.test', 'north.localhost');
    expect(await listed(north, 3)).toEqual(['Reps of all', 'Reps of Northlight']);
    expect(await suggested(north, 3, '/patients')).toEqual(['Reps of Northlight']);
  });

  test('another plan does not see the asset and cannot ask for the rep’s plan', async () => {
    for (const [who, plan] of [
      ['lab', 1],
      ['patient', 2],
      ['hc', 4],
      ['rhc', 5],
      ['manager', 6],
      ['distributor', 8],
      ['staff', 9],
      ['affiliate', 11],
      ['donor', 12],
      ['viewer', 15],
      ['buyer', 16],
    ] as const) {
      const caller = await world.as(who);
      expect(await suggested(caller, plan, '/patients'), who).toEqual([]);
      expect(await listed(caller, plan), who).toEqual(plan === 6 ? ['Reps of all'] : []);
      const asked = { params: { id: 3 }, body: { url: '/patients' } };
      expect(await world.refusalOf(caller, listSuggestedResources, asked)).toEqual({
        status: 404,
        reason: 'not_found',
      });
      expect(await world.refusalOf(caller, listSubscriptionAssets, asked)).toEqual({
        status: 404,
        reason: 'not_found',
      });
    }
  });

  test('an administrator who looks at a plan sees the asset on the sites that they administer', async () => {
    expect(await listed(admin, 3)).toEqual(['Reps of all', 'Reps of Northlight', 'Reps of the main site']);
    const north = await world.as('admin@north.test', 'north.localhost');
    expect(await listed(north, 3)).toEqual(['Reps of all', 'Reps of Northlight']);
    expect(await listed(admin, 7)).toEqual([]);
  });

  test('a user acting in the rep’s account sees the asset', async () => {
    const inside = await world.actingAs(admin, 'rep@vialkeep.test');
    expect(await suggested(inside, 3, '/patients')).toEqual(['Reps of the main site']);
    expect(await world.refusalOf(inside, listSubscriptionAssets, { params: { id: 4 } })).toMatchObject({ status: 404 });
  });

  test.each(['0', '13', '99', 'x', '3;drop'])('the membership %s is refused in the query', async (id) => {
    expect(await world.refusalOf(admin, listSubscriptionAssets, { params: { id } })).toMatchObject({ status: 404 });
  });

  test('the query without a page is refused', async () => {
    const response = await world.send(await world.as('rep'), listSuggestedResources, { params: { id: 3 }, body: {} });
    expect(response.json().fields).toEqual({ url: 'url is required.' });
  });

  test('the asset stays on its site with row-level security disabled', async () => {
    const names = ['assets', 'asset_items', 'asset_sections', 'files'];
    for (const table of names) await world.sql(`alter table ${table} disable row level security`);
    const north = await world.as('admin@north.test', 'north.localhost');
    expect(await listed(north, 3)).toEqual(['Reps of all', 'Reps of Northlight']);
    expect(await listed(await world.as('rep@north.test', 'north.localhost'), 3)).not.toContain('Reps of the main site');
    for (const table of names) await world.sql(`alter table ${table} enable row level security`);
  });
});

describe('Row-level security of assets in the database', () => {
  const query = (text: string) => queryAs(world.app.services.store, DomainId.parse(2), text, []);

  test('a site reads assets for every site, and writes only its own', async () => {
    expect(await query('select distinct domain_id from assets order by 1')).toEqual([
      { domain_id: 2 },
      { domain_id: null },
    ]);
    expect(await query('select 1 from asset_items i join assets a on a.id = i.asset_id where a.domain_id = 1')).toEqual(
      [],
    );
    expect(await query('select count(*)::int as n from asset_items')).toEqual([{ n: 3 }]);
    expect(await query("update assets set asset_name = 'Taken' where domain_id is null returning id")).toEqual([]);
    expect(await query('delete from assets where domain_id is null returning id')).toEqual([]);
    await expect(query("insert into assets (asset_name, description) values ('a', 'b')")).rejects.toThrow('row-level');
    const shared = '(select id from assets where domain_id is null limit 1)';
    await expect(query(`insert into asset_sections (asset_id, url) values (${shared}, '/x')`)).rejects.toThrow(
      'row-level',
    );
    expect(await query(`delete from asset_items where asset_id in ${shared} returning id`)).toEqual([]);
  });
});
