import { ListedUser, listUsers } from '@vialkeep/contract/users.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
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

const list = (caller: Caller, query: object = {}) => world.call(caller, listUsers, { query });
const emails = async (caller: Caller, query: object = {}) =>
  (await list(caller, query)).results.map(({ email }) => email);
const active = async (where = 'true') =>
  (
    await world.sql<{ n: number }>(
      `select count(*)::int as n from users where is_active and removed_at is null and ${where}`,
    )
  )[0]?.n;

describe('F132 List of users', () => {
  test('the list holds the active users, newest first, 30 per page, with their number', async () => {
    const page = await list(admin);
    expect(page.results).toHaveLength(30);
    expect(page.count).toBe(await active());
    const ids = page.results.map(({ id }) => id);
    expect(ids).toEqual(ids.toSorted((a, b) => b - a));
    expect(page.results.map(({ email }) => email)).not.toContain('former-rep@vialkeep.test');
    expect(Object.keys(page.results[0] ?? {}).toSorted()).toEqual(Object.keys(ListedUser.shape).toSorted());
  });

  test('a row carries the plan as a plain id, with its name beside it', async () => {
    const [hc] = (await list(admin, { search: 'hc@vialkeep.test', subscription_type: 4 })).results.filter(
      ({ email }) => email === 'hc@vialkeep.test',
    );
    expect(hc).toMatchObject({ subscription: 4, subscription_name: 'Harvest Center', domain: { name: 'Vialkeep' } });
  });

  test('pages of any size give the same list without gaps or repeats', async () => {
    const all = await emails(admin, { limit: 100 });
    const paged: string[] = [];
    for (let offset = 0; offset < all.length; offset += 7) paged.push(...(await emails(admin, { limit: 7, offset })));
    expect(paged).toEqual(all);
    expect(await list(admin, { offset: 1_000_000 })).toEqual({ results: [], count: all.length, count_is_exact: true });
  });

  test.each([
    { limit: 101 },
    { limit: -1 },
    { limit: 'all' },
    { limit: '1e2' },
    { offset: '-5' },
    { offset: '99999999999' },
  ])('the page %j is refused by the name of the parameter', async (query) => {
    const response = await world.send(admin, listUsers, { query });
    expect(response.statusCode).toBe(400);
    expect(Object.keys(response.json().fields)).toEqual(Object.keys(query));
  });

  test('an empty parameter counts as none, and a repeated one is refused', async () => {
    const headers = { host: 'localhost', authorization: `token ${admin.token}` };
    const empty = await world.raw({ url: `${listUsers.path}?search=&subscription_type=&domain_id=&limit=`, headers });
    expect(empty.json().count).toBe(await active());
    const repeated = await world.raw({ url: `${listUsers.path}?limit=1&limit=2`, headers });
    expect(repeated.statusCode).toBe(400);
  });
});

describe('F132 Search of the list', () => {
  test.each([
    ['a name', 'maria stein', ['hc@vialkeep.test']],
    ['a part of it, in any case', 'AKAHASH', ['hc2@vialkeep.test']],
    ['an e-mail', 'buyer@vialkeep.test', ['buyer@vialkeep.test']],
    ['a company', 'Cascadia', ['lab2@vialkeep.test']],
    ['an id', '606', ['house@vialkeep.test']],
    ['an id as it is shown', '#606', ['house@vialkeep.test']],
    ['nothing that exists', 'no such person', []],
  ])('a search finds users by %s', async (_what, search, found) => {
    expect(await emails(admin, { search })).toEqual(found);
  });

  test.each(['%', '_', '%%', 'hc_', 'h%c', '\\', '\\%', "'", "' or 1=1 --", '%hc%', '*', '.*'])(
    'the search text %j is taken literally',
    async (search) => {
      const page = await list(admin, { search });
      const matching = await world.sql(
        'select email from users where is_active and position($1 in search_text) > 0 order by id desc',
        [search],
      );
      expect(page.results.map(({ email }) => ({ email }))).toEqual(matching);
      expect(page.count).toBe(matching.length);
    },
  );

  test('a search finds wildcards that are part of a name', async () => {
    await world.sql("update users set company = '100%_pure\\co' where email = 'buyer@vialkeep.test'");
    for (const search of ['100%', '%_pure', 'pure\\co']) {
      expect(await emails(admin, { search }), search).toEqual(['buyer@vialkeep.test']);
    }
  });

  test('an invalid search text is refused', async () => {
    const headers = { host: 'localhost', authorization: `token ${admin.token}` };
    for (const search of ['%00', 'x'.repeat(101)]) {
      expect((await world.raw({ url: `${listUsers.path}?search=${search}`, headers })).statusCode).toBe(400);
    }
  });
});

describe('F132, F159 Filters of the list', () => {
  test('filters by plan, by site and by both give the matching users and counts', async () => {
    const centers = await list(admin, { subscription_type: 4 });
    expect(new Set(centers.results.map(({ subscription }) => subscription))).toEqual(new Set([4]));
    expect(centers.count).toBe(await active('plan_id = 4'));
    expect((await list(admin, { domain_id: 2 })).count).toBe(await active('domain_id = 2'));
    expect(await emails(admin, { domain_id: 2, subscription_type: 4, search: 'freya' })).toEqual(['hc@north.test']);
    expect((await list(admin, { domain_id: 999 })).count).toBe(0);
  });

  test.each([{ subscription_type: 13 }, { subscription_type: 'x' }, { domain_id: '0' }, { domain_id: 'north' }])(
    'the filter %j is refused',
    async (query) => {
      expect((await world.send(admin, listUsers, { query })).statusCode).toBe(400);
    },
  );
});

describe('F132, F158, S-31 List of a custom site’s administrator', () => {
  test('the list holds only that site, whatever the query', async () => {
    const own = await active('domain_id = 2');
    for (const query of [{}, { domain_id: 2 }, { search: 'north.test' }]) {
      expect((await list(north, query)).count).toBe(own);
    }
    for (const query of [{ domain_id: 1 }, { search: 'vialkeep' }, { search: 'maria' }, { search: '606' }]) {
      expect(await list(north, query)).toEqual({ results: [], count: 0, count_is_exact: true });
    }
    const response = await world.send(north, listUsers, { query: { limit: 100 } });
    expect(response.body).not.toMatch(/vialkeep\.test|Stein|Solberg/);
  });

  test('the list offers login-as only for users whom the administrator can impersonate', async () => {
    const mayEnter = async (caller: Caller) =>
      (await list(caller, { limit: 100 })).results
        .filter(({ may }) => may.includes('login_as'))
        .map(({ email }) => email);
    expect(await mayEnter(north)).toEqual(
      expect.arrayContaining(['hc@north.test', 'rep@north.test', 'staff@north.test', 'patient@north.test']),
    );
    expect(await mayEnter(north)).not.toContain('admin@north.test');
    expect(await mayEnter(admin)).not.toEqual(expect.arrayContaining(['super@vialkeep.test']));
    expect(await mayEnter(await world.as('super'))).toContain('admin@vialkeep.test');
  });
});
