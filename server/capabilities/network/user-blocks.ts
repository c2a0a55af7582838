import type { Plan } from '@vialkeep/contract/plans.ts';
import { sql } from 'kysely';
import type { Db } from '../../kernel/db/db.ts';

/** Users told by what filters can ask for. What is left out is whichever it is. */
export type Kind = {
  readonly isActive: boolean;
  readonly domainId?: number | undefined;
  readonly plan?: Plan | undefined;
  readonly tag?: number | undefined;
};

export type Stretch = { readonly limit: number; readonly offset: number };

const BLOCK = 2_048;

type Block = { block: number; members: string };

/** A stretch of the ids of these users, newest first, and how many there are. Costs the same wherever it begins. */
export async function idsOfKind(
  db: Db,
  kind: Kind,
  { limit, offset }: Stretch,
): Promise<{ ids: number[]; count: number }> {
  const walked = blocksOf(db, kind)
    .select(['block', 'n', 'members'])
    .select(sql<number>`sum(n) over (order by block desc)`.as('reached'));
  const isTouched = sql<boolean>`reached > ${offset}::integer and reached - n < ${offset + limit}::integer and n > 0`;
  const { count, before, blocks } = await db
    .selectFrom(walked.as('walked'))
    .select([
      sql<number>`coalesce(sum(n), 0)`.as('count'),
      sql<number>`coalesce(min(reached - n) filter (where ${isTouched}), 0)`.as('before'),
      sql<Block[]>`coalesce(json_agg(json_build_object('block', block, 'members', members) order by block desc)
        filter (where ${isTouched}), '[]')`.as('blocks'),
    ])
    .executeTakeFirstOrThrow();
  return { count, ids: blocks.flatMap(idsIn).slice(offset - before, offset - before + limit) };
}

/** All ids of these users, newest first, a block at a time. */
export async function* blocksOfKind(db: Db, kind: Kind): AsyncGenerator<number[]> {
  let last: number | null = null;
  for (;;) {
    let blocks = blocksOf(db, kind).select(['block', 'members']).where('n', '>', 0).orderBy('block', 'desc').limit(1);
    if (last !== null) blocks = blocks.where('block', '<', last);
    const next: Block | undefined = await blocks.executeTakeFirst();
    if (!next) return;
    yield idsIn(next);
    last = next.block;
  }
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
  // lastIndexOf takes a place before the text for its beginning.
  for (let bit = members.lastIndexOf('1'); bit >= 0; bit = bit === 0 ? -1 : members.lastIndexOf('1', bit - 1)) {
    ids.push(block * BLOCK + bit);
  }
  return ids;
}
