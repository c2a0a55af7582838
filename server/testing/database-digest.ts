import type { World } from './world.ts';

/**
 * A digest of every row, to check that a refused call changed none. It leaves out the named tables, the records of
 * reading, which a test makes itself when it looks, and the last-seen time of sessions, which a slow test would change.
 */
export async function databaseDigest(world: World, except: readonly string[] = []): Promise<unknown> {
  const tables = await world.sql<{ name: string; is_seen: boolean }>(
    `select relname as name,
       exists (select from pg_attribute where attrelid = pg_class.oid and attname = 'last_seen_at') as is_seen
     from pg_class
     where relnamespace = 'public'::regnamespace and relkind = 'r' and relname <> all($1) and relname not like 'access\\_%'
     order by 1`,
    [except],
  );
  const prints = tables.map(
    ({ name, is_seen }) =>
      `(select md5(string_agg(row, '|' order by row)) from (select ${is_seen ? "(to_jsonb(t) - 'last_seen_at')" : 't'}::text as row from ${name} t)) as ${name}`,
  );
  return world.sql(`select ${prints.join(', ')}`);
}

/** The tables of the audit log, in which a refused attempt may write a row. */
export const auditTables = ['audit_log', 'audit_chains', 'request_origins'];
