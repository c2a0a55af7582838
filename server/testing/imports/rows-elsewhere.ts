import type { World } from '../world.ts';

/** The tables of imports themselves, and those that record each call. */
const own = ['imports', 'import_files', 'import_rows', 'import_chunks', 'audit_log', 'audit_chains', 'request_origins'];

/** The number of rows of every table that the check of an import may not change. */
export async function countRowsElsewhere(world: World): Promise<Record<string, number>> {
  const tables = await world.sql<{ name: string }>(
    `select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace order by 1`,
  );
  const counts: Record<string, number> = {};
  for (const { name } of tables) {
    if (own.includes(name) || name.startsWith('access_')) continue;
    const [row] = await world.sql<{ n: number }>(`select count(*)::integer as n from ${name}`);
    counts[name] = row?.n ?? 0;
  }
  return counts;
}
