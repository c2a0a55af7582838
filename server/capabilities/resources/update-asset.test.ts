import {
  type AdministeredAsset,
  createAsset,
  deleteAsset,
  listAssets,
  listSubscriptionAssets,
  readAsset,
  updateAsset,
  uploadAssetFile,
} from '@vialkeep/contract/resources.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { visible } from '../../testing/same-answer.ts';
import { type Caller, newWorld, type World } from '../../testing/world.ts';

let world: World;
let admin: Caller;
let north: Caller;
beforeAll(async () => {
  world = await newWorld();
  admin = await world.as('admin');
  north = await world.as('admin@north.test', 'north.localhost');
});
afterAll(() => world.close());

const link = (n: number) => ({ type: 1, path: `https://example.org/${n}`, name: `Link ${n}` });
const made = (body: object = {}): Promise<AdministeredAsset> =>
  world.call(admin, createAsset, {
    body: {
      asset_name: 'Guide',
      description: 'About',
      membership_ids: '3',
      sections: [{ url: '/patients' }, { url: '/dashboard' }],
      assets: [link(1), link(2)],
      ...body,
    },
  });
const change = (asset: { id: number }, body: object, caller = admin) =>
  world.send(caller, updateAsset, { params: { id: asset.id }, body });
const everything = () =>
  world.sql(`select (select json_agg(a order by id) from assets a) as assets,
    (select json_agg(s order by id) from asset_sections s) as sections,
    (select json_agg(i order by id) from asset_items i) as items`);

describe('F146 Change of an asset', () => {
  test('a change writes the sent fields and leaves the others', async () => {
    const asset = await made();
    expect((await change(asset, { description: 'Anew' })).json()).toEqual({ ...asset, description: 'Anew' });
    expect((await change(asset, { membership_ids: '4,9', domain_id: 2 })).json()).toMatchObject({
      membership_ids: '4,9',
      domain: { id: 2, name: 'Northlight' },
      assets: asset.assets,
    });
    expect((await change(asset, { membership_ids: '', domain_id: null })).json()).toMatchObject({
      membership_ids: '',
      domain: null,
    });
  });

  test('a change adds links and files, removes the marked ones, and keeps the ids of remaining sections', async () => {
    const asset = await made();
    const { filename } = await world.call(admin, uploadAssetFile, {
      file: { name: 'a.txt', bytes: Buffer.from('A sheet') },
    });
    const [first, second] = asset.assets;
    const { sections, assets } = (
      await change(asset, {
        sections: [{ url: '/dashboard' }, { url: '/contact' }],
        assets: [{ type: 2, path: filename, name: 'Sheet' }, link(3)],
        assets_remove: [first?.id],
      })
    ).json();
    expect(sections).toEqual([asset.sections[1], { id: expect.any(Number), url: '/contact' }]);
    expect(assets).toEqual([
      second,
      { id: expect.any(Number), type: 2, path: filename, name: 'Sheet' },
      { id: expect.any(Number), ...link(3) },
    ]);
    expect((await change(asset, { sections: [] })).json().sections).toEqual([]);
    expect(
      await world.sql(
        "select facts - '{origin_hash,changes,person}'::text[] as facts from audit_log where subject = 'asset' and subject_id = $1 order by position",
        [String(asset.id)],
      ),
    ).toContainEqual({ facts: { fields: [], sections: ['/dashboard', '/contact'], added: 2, removed: 1 } });
  });

  test('a change removes nothing from another asset, and an item that is already removed is no error', async () => {
    const [asset, other] = [await made(), await made()];
    const ids = [other.assets[0]?.id, asset.assets[0]?.id];
    expect((await change(asset, { assets_remove: ids })).json().assets).toEqual([asset.assets[1]]);
    expect((await change(asset, { assets_remove: ids })).statusCode).toBe(200);
    expect(await world.call(admin, readAsset, { params: { id: other.id } })).toEqual(other);
  });

  test('a change with one invalid part is refused as a whole', async () => {
    const asset = await made();
    const before = await everything();
    for (const body of [
      { asset_name: ' ', assets: [link(3)] },
      { asset_name: 'New', assets: [{ ...link(3), path: 'javascript:alert(1)' }] },
      {
        asset_name: 'New',
        assets_remove: asset.assets.map(({ id }) => id),
        assets: [{ type: 2, path: 'x', name: 'x' }],
      },
      { asset_name: 'New', domain_id: 99 },
      { assets_remove: ['x'] },
    ]) {
      expect((await change(asset, body)).statusCode).toBe(400);
    }
    expect(await everything()).toEqual(before);
  });
});

describe('F146 Removal of an asset', () => {
  test('a removal deletes the asset with its links and sections from every list and records the actor', async () => {
    const asset = await made();
    const rep = await world.as('rep');
    const shown = async () =>
      (await world.call(rep, listSubscriptionAssets, { params: { id: 3 } })).some(({ id }) => id === asset.id);
    expect(await shown()).toBe(true);
    expect(await world.call(admin, deleteAsset, { params: { id: asset.id } })).toMatchObject({ success: true });
    expect(await shown()).toBe(false);
    expect((await world.call(admin, listAssets)).some(({ id }) => id === asset.id)).toBe(false);
    expect(await world.sql('select 1 from asset_items where asset_id = $1', [asset.id])).toEqual([]);
    expect(
      await world.sql("select action from audit_log where subject = 'asset' and subject_id = $1 order by position", [
        String(asset.id),
      ]),
    ).toEqual([{ action: 'resources.create' }, { action: 'resources.delete' }]);
    expect((await world.send(admin, deleteAsset, { params: { id: asset.id } })).statusCode).toBe(404);
  });
});

describe('S-31 Asset of another site or of every site', () => {
  test('an administrator of a custom site gets 404 for the asset, and it does not change', async () => {
    const foreign = await made({ domain_id: 1 });
    const shared = await made({ domain_id: null });
    const before = await everything();
    const missing = visible(await world.send(north, readAsset, { params: { id: 999_999 } }));
    for (const { id } of [foreign, shared]) {
      for (const route of [readAsset, updateAsset, deleteAsset]) {
        expect(visible(await world.send(north, route, { params: { id } })), route.method).toEqual(missing);
      }
    }
    const listed = await world.call(north, listAssets);
    expect(new Set(listed.map(({ domain }) => domain?.id))).toEqual(new Set([2]));
    expect(await everything()).toEqual(before);
  });
});
