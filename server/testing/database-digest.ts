import type { World } from './world.ts';

/**
 * A print of every row there is, to see that a refused call changed none. The named tables are left out, and when a
 * session was last seen, which a slow test would move.
 */
export async function databaseDigest(world: World, except: readonly string[] = []): Promise<unknown> {
  const tables = await world.sql<{ name: string }>(
    `select relname as name from pg_class
     where relnamespace = 'public'::regnamespace and relkind = 'r' and relname <> all($1) order by 1`,
    [except],
  );
  const prints = tables.map(
    ({ name }) =>
      `(select md5(string_agg(row, '|' order by row)) from (select (to_jsonb(t) - 'last_seen_at')::text as row from ${name} t)) as ${name}`,
  );
  return world.sql(`select ${prints.join(', ')}`);
}

/** Where the audit log lives: what a refused attempt may leave a row in. */
export const auditTables = ['audit_log', 'audit_chains', 'request_origins'];
