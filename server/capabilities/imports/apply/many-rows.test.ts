import { DomainId } from '@vialkeep/contract/kernel/ids.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { apply, beginImport, check, csv, sendFile } from '../../../testing/imports/run-files.ts';
import { type Caller, newWorld, type World } from '../../../testing/world.ts';

let world: World;
let admin: Caller;
beforeAll(async () => {
  world = await newWorld();
  admin = await world.as('admin');
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

test('the planner knows of the rows of an import while it goes on', async () => {
  const rowsKnown = () =>
    world.sql<{ known: number }>(
      `select sum(reltuples)::integer as known from pg_class where oid in ('users'::regclass, 'relations'::regclass)`,
    );
  const before = await rowsKnown();
  const id = await beginImport(world, admin);
  const lines = Array.from({ length: 300 }, (_, n) => `S-${n},2,s-${n}@example.test,Sam,Number ${n},hc@vialkeep.test`);
  await sendFile(world, admin, id, 'people', csv('key,plan,email,first_name,last_name,center', ...lines));
  await check(world, admin, id);
  await apply(world, admin, id);
  const after = await rowsKnown();
  expect((after[0]?.known ?? 0) - (before[0]?.known ?? 0)).toBeGreaterThanOrEqual(600);
});
