import { DomainId } from '@vialkeep/contract/kernel/ids.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newWorld, type World } from '../../../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await newWorld();
});
afterAll(() => world.close());

test('a person whom a file names is found by an index, however many accounts the site has', async () => {
  const { store } = world.app.services;
  const siteId = 1;
  for (const ref of ['hc@vialkeep.test', 'K-17']) {
    const read = await store
      .readSlowly(DomainId.parse(siteId))
      .transaction()
      .execute(async (db) => {
        // The few accounts of the demo would be read at once.
        await sql`set local enable_seqscan = off`.execute(db);
        const { rows: before } = await sql<{ read: number }>`${usersRead}`.execute(db);
        await sql`select * from imported_person(1, ${siteId}, ${ref})`.execute(db);
        const { rows: after } = await sql<{ read: number }>`${usersRead}`.execute(db);
        return Number(after[0]?.read) - Number(before[0]?.read);
      });
    expect(read, ref).toBeLessThanOrEqual(2);
  }
});

const usersRead = sql`select pg_stat_get_xact_tuples_returned('users'::regclass)
  + pg_stat_get_xact_tuples_fetched('users'::regclass) + coalesce((select sum(pg_stat_get_xact_tuples_returned(indexrelid))
    from pg_index where indrelid = 'users'::regclass), 0) as read`;
