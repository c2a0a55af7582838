import { afterAll, beforeAll, expect, test } from 'vitest';
import { newWorld, type World } from '../../../testing/world.ts';
import { references, referredTables } from './references.ts';

let world: World;
beforeAll(async () => {
  world = await newWorld();
});
afterAll(() => world.close());

test('it is decided for every column that names a record of an imported kind what it means for an undo', async () => {
  const rows = await world.sql<{ target: string; place: string }>(
    `select distinct named.relname as target, source.relname || '.' || naming.attname as place
     from pg_constraint key
       join pg_class named on named.oid = key.confrelid
       join pg_class source on source.oid = key.conrelid
       cross join lateral unnest(key.conkey, key.confkey) pair (source, target)
       join pg_attribute naming on naming.attrelid = key.conrelid and naming.attnum = pair.source
       join pg_attribute id on id.attrelid = key.confrelid and id.attnum = pair.target and id.attname = 'id'
     where key.contype = 'f' and key.conparentid = 0 and named.relname = any ($1) order by 1, 2`,
    [[...referredTables]],
  );
  const inDatabase = Object.groupBy(rows, ({ target }) => target);
  for (const table of referredTables) {
    expect(Object.keys(references[table]).toSorted(), table).toEqual(
      (inDatabase[table] ?? []).map(({ place }) => place).toSorted(),
    );
  }
});
