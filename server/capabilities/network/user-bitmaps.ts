import type { Plan } from '@vialkeep/contract/plans.ts';
import { sql } from 'kysely';
import type { Db } from '../../kernel/db/db.ts';
import type { PageRange } from '../../kernel/db/fixed-limit.ts';

/** A combination of filters; a missing field matches every value. */
export type Kind = {
  readonly isActive: boolean;
  readonly domainId?: number | undefined;
  readonly plan?: Plan | undefined;
  readonly tag?: number | undefined;
};

/** The number of ids in a block; the database uses the same. */
export const BLOCK = 2_048;

type Block = { block: number; members: string };

/** A page of the ids of these users, newest first, and their total. The cost does not depend on the offset. */
export async function pageOfIds(
  db: Db,
  kind: Kind,
  { limit, offset }: PageRange,
): Promise<{ ids: number[]; count: number }> {
  const { count, before, blocks } = await db
    .with('walked', () =>
      blocksOf(db, kind).select(['block', 'n', sql<number>`sum(n) over (order by block desc)`.as('reached')]),
    )
    .with('touched', (walked) =>
      walked
        .selectFrom('walked')
        .select(['block', sql<number>`reached - n`.as('before')])
        .where(sql<boolean>`reached > ${offset}::integer and reached - n < ${offset + limit}::integer and n > 0`),
    )
    .selectNoFrom((eb) => [
      sql<number>`coalesce(${eb.selectFrom('walked').select(sql`sum(n)`.as('n'))}, 0)`.as('count'),
      sql<number>`coalesce(${eb.selectFrom('touched').select(sql`min(before)`.as('before'))}, 0)`.as('before'),
      sql<Block[]>`coalesce(${blocksOf(db, kind)
        .select(sql`json_agg(json_build_object('block', block, 'members', members) order by block desc)`.as('blocks'))
        .where('block', 'in', eb.selectFrom('touched').select('block'))}, '[]')`.as('blocks'),
    ])
    .executeTakeFirstOrThrow();
  return { count, ids: blocks.flatMap(idsIn).slice(offset - before, offset - before + limit) };
}

function blocksOf(db: Db, { isActive, domainId, plan, tag }: Kind) {
  return db
    .selectFrom('user_blocks')
    .where('is_active', '=', isActive)
    .where((eb) => (domainId === undefined ? eb('domain_id', 'is', null) : eb('domain_id', '=', domainId)))
    .where((eb) => (plan === undefined ? eb('plan_id', 'is', null) : eb('plan_id', '=', plan)))
    .where((eb) => (tag === undefined ? eb('tag', 'is', null) : eb('tag', '=', tag)));
}

/** The ids of a block's members, newest first. */
function idsIn({ block, members }: Block): number[] {
  const ids: number[] = [];
  // lastIndexOf treats a negative position as 0.
  for (let bit = members.lastIndexOf('1'); bit >= 0; bit = bit === 0 ? -1 : members.lastIndexOf('1', bit - 1)) {
    ids.push(block * BLOCK + bit);
  }
  return ids;
}
