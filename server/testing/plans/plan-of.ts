import type { CompiledQuery } from 'kysely';
import { type Scope, statementFor } from '../../kernel/db/scope.ts';
import type { World } from '../world.ts';

const OTHER_WAYS = ['enable_seqscan', 'enable_bitmapscan', 'enable_hashjoin', 'enable_mergejoin'];

/**
 * The plan that the runtime role would get if each table had a thousand rows on a page. Reading a whole table is switched
 * off as well, so that the plan of a small table in a test says which index answers in a large network.
 */
export async function planOf(world: World, scope: Scope, { sql, parameters }: CompiledQuery): Promise<string> {
  await world.sql('begin');
  try {
    await world.sql(
      "update pg_class set reltuples = 1000, relpages = 1 where relkind in ('r', 'i') and relnamespace = 'public'::regnamespace",
    );
    for (const way of OTHER_WAYS) await world.sql(`set local ${way} = off`);
    for (const statement of statementFor(scope).split('; ')) await world.sql(statement.replace('set ', 'set local '));
    const rows = await world.sql<{ 'QUERY PLAN': string }>(`explain (costs off) ${sql}`, [...parameters]);
    return rows.map((row) => row['QUERY PLAN']).join('\n');
  } finally {
    await world.sql('rollback');
  }
}
