import { listUsers } from '@vialkeep/contract/users.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Caller, newWorld, type World } from '../../testing/world.ts';

let world: World;
let admin: Caller;
let north: Caller;
beforeAll(async () => {
  world = await newWorld();
  admin = await world.as('admin');
  north = await world.as('admin@north.test', 'north.localhost');
  await world.sql(
    `insert into users (domain_id, plan_id, email, first_name, last_name, company)
     select 1 + n % 2, case when n % 4 = 0 then 16 else 12 end, 'crowd' || n || '@many.test',
       case when n % 40 = 1 then 'Lindberg' else 'Ana' end, case n % 1000 when 2 then 'Zephyr' else case n % 4 when 3 then 'Solheim' else 'Novak' end end, 'Many'
     from generate_series(1, 10000) n`,
  );
  await world.sql('analyze users');
});
afterAll(() => world.close());

const page = (caller: Caller, query: object) => world.call(caller, listUsers, { query });

async function naive(search: string, where = 'true'): Promise<number[]> {
  const rows = await world.sql<{ id: number }>(
    `select id from users where is_active and removed_at is null and position($1 in search_text) > 0 and ${where}
     order by id desc`,
    [search],
  );
  return rows.map(({ id }) => id);
}

const callers = [
  ['an administrator of all sites', () => admin, 'true'],
  ['an administrator of one', () => north, 'domain_id = 2'],
] as const;

describe.each(callers)('Search of %s', (_who, who, where) => {
  test('a rare text is found wherever it occurs, with an exact count', async () => {
    for (const search of ['zephyr', 'zephyr crowd2002@', 'hyr ']) {
      const expected = await naive(search, where);
      const { results, count, count_is_exact } = await page(who(), { search });
      expect({ ids: results.map(({ id }) => id), count, count_is_exact }, search).toEqual({
        ids: expected,
        count: expected.length,
        count_is_exact: true,
      });
    }
  });

  test('a text that all users have is counted up to a thousand', async () => {
    const expected = await naive('many.test', where);
    const first = await page(who(), { search: 'many.test' });
    expect(first).toMatchObject({ count: 1_000, count_is_exact: false });
    const last = await page(who(), { search: 'many.test', offset: 990 });
    expect(last.results.map(({ id }) => id)).toEqual(expected.slice(990, 1_000));
  });

  test('a common text can be read page by page, and the count never exceeds the number of hits', async () => {
    const expected = await naive('lindberg', where);
    const ids: number[] = [];
    for (;;) {
      const { results, count, count_is_exact } = await page(who(), { search: 'lindberg', offset: ids.length });
      ids.push(...results.map(({ id }) => id));
      expect(count).toBeGreaterThanOrEqual(Math.min(ids.length, expected.length));
      expect(count).toBeLessThanOrEqual(expected.length);
      expect(!count_is_exact || count === expected.length).toBe(true);
      if (ids.length >= count && count_is_exact) break;
      expect(results).toHaveLength(30);
    }
    expect(ids).toEqual(expected);
  });

  test('a text that thousands have is found far from the newest users, partly by the index', async () => {
    const expected = await naive('solheim', where);
    expect(expected.length).toBeGreaterThan(2_000);
    const { results, count, count_is_exact } = await page(who(), { search: 'solheim', offset: 570 });
    expect(results.map(({ id }) => id)).toEqual(expected.slice(570, 600));
    expect({ count, count_is_exact }).toEqual({ count: 601, count_is_exact: false });
  });

  test('a search combined with other filters finds the right users', async () => {
    for (const [search, plan] of [
      ['lindberg', 16],
      ['lindberg', 12],
      ['zephyr', 12],
      ['zephyr', 16],
      ['many', 4],
    ] as const) {
      const expected = await naive(search, `plan_id = ${plan} and ${where}`);
      const { results } = await page(who(), { search, subscription_type: plan, limit: 100 });
      expect(
        results.map(({ id }) => id),
        `${search} ${plan}`,
      ).toEqual(expected.slice(0, 100));
    }
  });

  test('a text that is too short or too unusual for the index is found as well', async () => {
    for (const search of ['ze', 'z', ' z', '02@', 'q', '@m', '. .']) {
      const expected = await naive(search.trim(), where);
      const { results, count, count_is_exact } = await page(who(), { search });
      expect(
        results.map(({ id }) => id),
        search,
      ).toEqual(expected.slice(0, 30));
      expect(count_is_exact ? count === expected.length : count <= expected.length, search).toBe(true);
    }
  });
});

describe('Search by id', () => {
  test('an id with # finds exactly that user; without #, also users who contain the number elsewhere', async () => {
    const [id = 0] = await naive('zephyr');
    const shown = await page(admin, { search: `#${id}` });
    expect(shown.results.map((user) => user.id)).toEqual([id]);
    expect(shown.count).toBe(1);
    const plain = await page(admin, { search: String(id), limit: 100 });
    expect(plain.results.map((user) => user.id)).toContain(id);
    expect(plain.results.map((user) => user.id)).toEqual((await naive(String(id))).slice(0, 100));
  });

  test('an id of another site, of another plan or of no user finds nothing', async () => {
    const [id] = await naive('zephyr', 'domain_id = 1');
    expect((await page(north, { search: `#${id}` })).count).toBe(0);
    expect((await page(admin, { search: `#${id}`, subscription_type: 4 })).count).toBe(0);
    for (const search of ['#999999999', '#0']) expect((await page(admin, { search })).count).toBe(0);
  });
});
