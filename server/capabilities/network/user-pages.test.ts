import { listUsers } from '@vialkeep/contract/users.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { queryAs } from '../../testing/query-as.ts';
import { type Caller, newWorld, type World } from '../../testing/world.ts';
import { verifyUserBlocks } from './verify-user-bitmaps.ts';

let world: World;
let admin: Caller;
let north: Caller;
beforeAll(async () => {
  world = await newWorld();
  admin = await world.as('admin');
  north = await world.as('admin@north.test', 'north.localhost');
  await addCrowd(700);
});
afterAll(() => world.close());

/** Generated users of all common plans over several blocks of ids, some inactive, removed or tagged. */
async function addCrowd(howMany: number): Promise<void> {
  await world.sql(
    `insert into users (id, domain_id, plan_id, email, first_name, last_name, company, tags, is_active, removed_at)
     select 1500 + n * 13, 1 + n % 3 / 2, (array[2, 2, 2, 3, 4, 5, 9, 12])[1 + n % 8], 'crowd' || n || '@crowd.test',
       (array['Ana', 'Ben', 'Zoe'])[1 + n % 3], 'Nr ' || n, case when n % 9 = 0 then 'Orbit Clinic' else '' end,
       case when n % 5 = 0 then '{1}'::smallint[] when n % 7 = 0 then '{1,2}' else '{}' end, n % 11 <> 0,
       case when n % 22 = 0 then now() end
     from generate_series(1, $1::int) n`,
    [howMany],
  );
}

type Query = { search?: string; subscription_type?: number; tags?: number; domain_id?: number };

/** The expected list, computed without the bitmaps. */
async function naive({ search, subscription_type, tags, domain_id }: Query): Promise<number[]> {
  const rows = await world.sql<{ id: number }>(
    `select id from users where is_active and removed_at is null
       and ($1::int is null or plan_id = $1) and ($2::int is null or $2 = any(tags)) and ($3::int is null or domain_id = $3)
       and ($4::text is null or position(lower($4) in search_text) > 0) order by id desc`,
    [subscription_type, tags, domain_id, search],
  );
  return rows.map(({ id }) => id);
}

async function listed(caller: Caller, query: Query, limit = 100): Promise<{ ids: number[]; count: number }> {
  const ids: number[] = [];
  for (;;) {
    const page = await world.call(caller, listUsers, { query: { ...query, limit, offset: ids.length } });
    ids.push(...page.results.map(({ id }) => id));
    if (page.results.length < limit) return { ids, count: page.count };
  }
}

const everyCombination: Query[] = [undefined, 2, 15].flatMap((subscription_type) =>
  [undefined, 1, 2].flatMap((tags) =>
    [undefined, 2].flatMap((domain_id) =>
      [undefined, 'orbit', 'an', 'crowd1'].map((search) =>
        Object.fromEntries(
          Object.entries({ subscription_type, tags, domain_id, search }).filter(([, value]) => value !== undefined),
        ),
      ),
    ),
  ),
);

describe('Page of the users list', () => {
  test('the pages of every combination of filters hold exactly the users of a full scan, without gaps or repeats', async () => {
    for (const query of everyCombination) {
      const expected = await naive(query);
      expect(await listed(admin, query), JSON.stringify(query)).toEqual({ ids: expected, count: expected.length });
    }
  });

  test('a page can begin at any offset', async () => {
    const all = await naive({});
    for (const offset of [0, 1, 29, 157, 158, 300, all.length - 1, all.length]) {
      const page = await world.call(admin, listUsers, { query: { limit: 30, offset } });
      expect(
        page.results.map(({ id }) => id),
        `from ${offset}`,
      ).toEqual(all.slice(offset, offset + 30));
      expect(page.count).toBe(all.length);
    }
  });

  test('a page of 0 rows answers with the count alone', async () => {
    const page = await world.call(admin, listUsers, { query: { limit: 0 } });
    expect(page).toEqual({ results: [], count: (await naive({})).length, count_is_exact: true });
  });

  test('the pages of a site’s administrator hold only users of that site, with every filter', async () => {
    for (const query of everyCombination.filter(({ domain_id }) => domain_id === undefined)) {
      const expected = await naive({ ...query, domain_id: 2 });
      expect(await listed(north, query), JSON.stringify(query)).toEqual({ ids: expected, count: expected.length });
    }
    expect(await listed(north, { domain_id: 1 })).toEqual({ ids: [], count: 0 });
  });
});

describe('Filter bitmaps of the users', () => {
  /** Compares every row of the table with the users themselves. */
  async function expectTrue(): Promise<void> {
    expect(await verifyUserBlocks(world.app.services.store.read('platform'))).toEqual([]);
  }
  const someone = (n: number) => 1500 + n * 13;

  test.each([
    ['somebody is deactivated', 'update users set is_active = false where id = $1'],
    ['and comes back', 'update users set is_active = true where id = $1'],
    ['changes their plan', 'update users set plan_id = 16 where id = $1'],
    ['is tagged, the same tag twice', "update users set tags = '{2,2,7}' where id = $1"],
    ['loses the tags', "update users set tags = '{}' where id = $1"],
    ['only changes their name', "update users set first_name = 'Else' where id = $1"],
    ['is removed', 'update users set is_active = false, removed_at = now() where id = $1'],
    ['is changed when removed', "update users set tags = '{1}' where id = $1"],
    ['many change at once', 'update users set plan_id = 3 where id >= $1 and plan_id = 12'],
  ])('the bitmaps are correct after this change: %s', async (_what, statement) => {
    await world.sql(statement, [someone(1)]);
    await expectTrue();
  });

  test('the bitmaps are correct after a user moves to another site or is deleted by the database owner', async () => {
    const id = someone(701);
    await world.sql(
      "insert into users (id, domain_id, plan_id, email, first_name, last_name) values ($1, 1, 16, 'm@m.test', 'M', 'M')",
      [id],
    );
    await world.sql('update users set domain_id = 2 where id = $1', [id]);
    await expectTrue();
    await world.sql('delete from users where id = $1', [id]);
    await expectTrue();
  });

  test('the verification reports a bitmap that was changed directly, and names the block', async () => {
    const turned =
      'update user_blocks set members = set_bit(members, 5, 1 - get_bit(members, 5)) where block = 0 and tag = 1';
    await world.sql(turned);
    expect(await verifyUserBlocks(world.app.services.store.read('platform'))).toContainEqual({
      about: 'Block 0 of the users',
      fault: 'it does not hold whom it should for active, tag 1',
    });
    await world.sql(turned);
    await expectTrue();
  });

  test('the bitmaps are unchanged after a rollback', async () => {
    const before = await world.sql('select sum(n) as n from user_blocks');
    await world.sql('begin');
    await world.sql("update users set tags = '{1,2}', is_active = false where plan_id = 9");
    await world.sql('rollback');
    expect(await world.sql('select sum(n) as n from user_blocks')).toEqual(before);
    await expectTrue();
  });

  test('the bitmaps are correct after concurrent writes within and across blocks', async () => {
    const { store } = world.app.services;
    await Promise.all(
      Array.from({ length: 24 }, (_, n) =>
        queryAs(
          store,
          'platform',
          n % 2
            ? `insert into users (domain_id, plan_id, email, first_name, last_name)
               select 1, 2, 'same-time-' || $1 || '-' || k || '@crowd.test', 'S', 'T' from generate_series(1, 20) k`
            : "update users set tags = case when tags = '{}' then '{2}'::smallint[] else '{}' end where id % 12 = $1::int / 2",
          [n],
        ),
      ),
    );
    await expectTrue();
  });

  test('a site cannot change the bitmaps, and cannot read those of all sites together', async () => {
    const { store } = world.app.services;
    const site = (await world.sql<{ id: 2 }>('select id from domains where id = 2'))[0]?.id ?? 2;
    // @NOTE a scope is a domain's id, and this id comes from the row of the domain.
    const scope = site as unknown as Parameters<typeof store.read>[0];
    const seen = await queryAs<{ domain_id: number }>(store, scope, 'select distinct domain_id from user_blocks', []);
    expect(seen).toEqual([{ domain_id: 2 }]);
    for (const statement of ['update user_blocks set block = 1', 'delete from user_blocks']) {
      await expect(queryAs(store, scope, statement, [])).rejects.toMatchObject({ code: '42501' });
    }
    for (const search of ["search_own_site('%ana%')", "search_own_site_in('%ana%', '{0}')"]) {
      await expect(queryAs(store, 'platform', `select ${search}`, [])).rejects.toMatchObject({ code: '42501' });
    }
  });
});
