import { DomainId } from '@vialkeep/contract/kernel/ids.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newWorld, type World } from '../../testing/world.ts';
import { anyOf } from './any-of.ts';
import { type Placeholders, statement } from './statement.ts';

const CALLS = process.env.LONG ? 20_000 : 2_000;

let world: World;
beforeAll(async () => {
  world = await newWorld();
});
afterAll(() => world.close());

const usersOfThese = statement((db, { ids }: Placeholders<{ ids: readonly number[] }>) =>
  db.selectFrom('users').select(['id', 'domain_id']).where('id', '=', anyOf(ids)),
);

test('interleaved reads of two sites never see a row of the other, while their connections are killed', async () => {
  const { store } = world.app.services;
  const ids = (await world.sql<{ id: number }>('select id from users order by id')).map(({ id }) => id);
  const expected = new Map<number, number>();
  for (const site of [1, 2]) {
    const [row] = await world.sql<{ n: number }>('select count(*)::int as n from users where domain_id = $1', [site]);
    expected.set(site, row?.n ?? 0);
  }
  let [answered, failed, foreign, killed] = [0, 0, 0, 0];
  const read = async (call: number) => {
    const site = 1 + ((call * 7 + Math.floor(call / 5)) % 2);
    try {
      const rows = await usersOfThese(store.read(DomainId.parse(site)), { ids });
      if (rows.length !== expected.get(site) || rows.some(({ domain_id }) => domain_id !== site)) foreign += 1;
      answered += 1;
    } catch {
      failed += 1;
    }
  };
  const kill = async () => {
    const [row] = await world.sql<{ n: number }>(
      `select count(pg_terminate_backend(pid))::int as n from (
         select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
         order by random() limit 2) some_of_them`,
    );
    killed += row?.n ?? 0;
  };
  for (let call = 0; call < CALLS; call += 20) {
    const batch = Array.from({ length: 20 }, (_, index) => read(call + index));
    if (call % 200 === 0) await kill();
    await Promise.all(batch);
  }
  expect(foreign).toBe(0);
  expect(killed).toBeGreaterThan(CALLS / 200);
  expect(answered + failed).toBe(CALLS);
  // Where the pool's connection was killed as well, the read fails; no read may be left without an answer.
  expect(failed).toBeLessThan(CALLS / 10);
});
