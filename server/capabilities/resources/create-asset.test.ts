import { createAsset, listAssets, readAsset, uploadAssetFile } from '@vialkeep/contract/resources.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { visible } from '../../testing/same-answer.ts';
import { type Caller, newWorld, type World } from '../../testing/world.ts';

let world: World;
let admin: Caller & { user: { id: number } };
beforeAll(async () => {
  world = await newWorld();
  admin = await world.as('admin');
});
afterAll(() => world.close());

const plain = { asset_name: 'Getting started', description: 'The first day' };
const link = { type: 1, path: 'https://example.org/guide', name: 'Guide' };
const count = async () =>
  world.sql(
    `select (select count(*)::int from assets) as assets, (select count(*)::int from asset_items) as items,
       (select count(*)::int from asset_sections) as sections`,
  );
const uploaded = async (who: Caller) =>
  (await world.call(who, uploadAssetFile, { file: { name: 'a.txt', bytes: Buffer.from('A sheet') } })).filename;

describe('F146 New asset', () => {
  test('a new asset stores its links, files, sections, plans and domain, and writes an audit row', async () => {
    const file = await uploaded(admin);
    const made = await world.call(admin, createAsset, {
      body: {
        ...plain,
        asset_name: ' Égalité: Part 2 ',
        membership_ids: '3,4,3',
        domain_id: 1,
        sections: [{ url: ' /patients ' }, { url: '/dashboard' }, { url: '/patients' }],
        assets: [link, { type: 1, path: 'https://example.org/b' }, { type: 2, path: file, name: 'Sheet' }],
        // Documented clients send these fields too.
        links: [],
        files: [],
        file_temp: '',
        membership_ids_temp: [3],
      },
    });
    expect(made).toEqual({
      id: expect.any(Number),
      asset_name: 'Égalité: Part 2',
      description: 'The first day',
      // The slug of the name (U-37).
      code: 'egalite-part-2',
      name: 'Égalité: Part 2',
      membership_ids: '3,4',
      domain: { id: 1, name: 'Vialkeep' },
      sections: [
        { id: expect.any(Number), url: '/patients' },
        { id: expect.any(Number), url: '/dashboard' },
      ],
      assets: [
        { id: expect.any(Number), ...link },
        { id: expect.any(Number), type: 1, path: 'https://example.org/b', name: '' },
        { id: expect.any(Number), type: 2, path: file, name: 'Sheet' },
      ],
    });
    expect(await world.call(admin, readAsset, { params: { id: made.id } })).toEqual(made);
    expect((await world.call(admin, listAssets))[0]).toEqual(made);
    const rows = await world.sql(
      "select actor_id, action, facts - '{origin_hash,changes,person}'::text[] as facts from audit_log where subject = 'asset' and subject_id = $1",
      [String(made.id)],
    );
    expect(rows).toEqual([
      {
        actor_id: admin.user.id,
        action: 'resources.create',
        facts: { memberships: '3,4', sections: ['/patients', '/dashboard'], items: 3 },
      },
    ]);
  });

  test('a new asset needs only a name and a description, and is then for no plan on every site', async () => {
    expect(await world.call(admin, createAsset, { body: plain })).toMatchObject({
      membership_ids: '',
      domain: null,
      sections: [],
      assets: [],
    });
  });

  test.each([
    ['asset_name', '  ', 'Asset Name is required.'],
    ['asset_name', undefined, 'Asset Name is required.'],
    ['asset_name', 'x'.repeat(201), 'At most 200 characters.'],
    ['description', '', 'Description is required.'],
    ['description', 'a\u0000b', 'Contains characters that cannot be stored.'],
    ['membership_ids', '3,99', expect.any(String), 'membership_ids.1'],
    ['membership_ids', 'three', expect.any(String), 'membership_ids.0'],
    ['domain_id', 99, 'Choose a domain.'],
    ['sections', [{ url: '  ' }], 'Resource Section is required.', 'sections.0.url'],
    ['assets', [{ type: 1, path: '', name: 'x' }], 'Link is required.', 'assets.0.path'],
    ['assets', [link, { type: 2, path: '', name: 'x' }], 'File is required.', 'assets.1.path'],
    ['assets', [{ type: 2, path: 'x.pdf', name: ' ' }], 'File Name is required.', 'assets.0.name'],
    ['assets', [{ type: 3, path: 'x', name: 'x' }], expect.any(String), 'assets.0.type'],
  ])(
    'the field %s with the value %j is refused by its name, and nothing is added',
    async (field, value, message, named = field) => {
      const before = await count();
      const response = await world.send(admin, createAsset, { body: { ...plain, [field]: value } });
      expect(response.statusCode).toBe(400);
      expect(response.json().fields).toEqual({ [named]: message });
      expect(await count()).toEqual(before);
    },
  );

  test.each([
    'javascript:alert(1)',
    ' JavaScript:alert(1)',
    'java\nscript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:x',
    'file:///etc/passwd',
    '//example.org',
    '/\\example.org',
    'example.org',
    'https://user:secret@example.org',
  ])('T53 a link to %j is refused', async (path) => {
    const before = await count();
    const response = await world.send(admin, createAsset, { body: { ...plain, assets: [{ ...link, path }] } });
    expect(response.statusCode).toBe(400);
    expect(response.json().fields).toEqual({
      'assets.0.path': 'Enter an address that begins with https:// or http://, or a page such as /contact.',
    });
    expect(await count()).toEqual(before);
    for (const written of ['javascript:x', '//example.org', '/\\example.org', 'example.org']) {
      await expect(
        world.sql('insert into asset_items (asset_id, type, path) select id, 1, $1 from assets limit 1', [written]),
      ).rejects.toMatchObject({ constraint: 'links_lead_to_the_web' });
    }
  });

  test.each([
    ['http://example.org', 'http://example.org'],
    ['https://example.org/a', 'https://example.org/a'],
    ['/contact', '/contact'],
    ['/', '/'],
    ['www.example.com', 'https://www.example.com'],
  ])('the link %j is stored as %j', async (path, kept) => {
    const asset = await world.call(admin, createAsset, { body: { ...plain, assets: [{ ...link, path }] } });
    expect(asset.assets.map((item) => item.path)).toEqual([kept]);
  });

  test('T40 a file is accepted only from its uploader, and only once', async () => {
    const others = await uploaded(await world.as('super'));
    const used = await uploaded(admin);
    const give = (path: string) =>
      world.send(admin, createAsset, { body: { ...plain, assets: [link, { type: 2, path, name: 'Sheet' }] } });
    expect((await give(used)).statusCode).toBe(200);
    const before = await count();
    const missing = await give(`${'0'.repeat(32)}.txt`);
    expect(missing.statusCode).toBe(400);
    expect(missing.json()).toMatchObject({
      reason: 'file_not_uploaded',
      fields: { 'assets.1.path': 'Upload the file first.' },
    });
    for (const path of [others, used, `../assets/${used}`, `../hc-logos/x.png`, '../../etc/passwd', "x' or '1'='1"]) {
      expect(visible(await give(path)), path).toEqual(visible(missing));
    }
    expect(await count()).toEqual(before);
  });

  test('two simultaneous assets with one file: one succeeds', async () => {
    const path = await uploaded(admin);
    const body = { ...plain, assets: [{ type: 2, path, name: 'Sheet' }] };
    const answers = await Promise.all([1, 2, 3].map(() => world.send(admin, createAsset, { body })));
    expect(answers.map(({ statusCode }) => String(statusCode)).toSorted()).toEqual(['200', '400', '400']);
  });
});

describe('S-31 Administrator of a custom site', () => {
  test('an administrator of a custom site writes for that site, also without a domain in the body, and for no other', async () => {
    const north = await world.as('admin@north.test', 'north.localhost');
    expect((await world.call(north, createAsset, { body: plain })).domain).toEqual({ id: 2, name: 'Northlight' });
    const before = await count();
    expect(await world.refusalOf(north, createAsset, { body: { ...plain, domain_id: 1 } })).toEqual({
      status: 400,
      reason: 'unknown_domain',
    });
    expect(await count()).toEqual(before);
  });
});
