import { type RawBuilder, sql } from 'kysely';
import { anyOf } from '../../kernel/db/any-of.ts';
import type { Db } from '../../kernel/db/db.ts';
import { whenDefined } from '../../kernel/db/when-defined.ts';
import type { Actor } from '../../kernel/session/actor.ts';
import { likePattern } from './network.queries.ts';
import { BLOCK, type Kind } from './user-bitmaps.ts';
import { visibleTo } from './visibility.ts';

/** Reading a stretch of rows costs a third of looking up as many one by one. */
const LOOKUP_COST = 3;

/** Whether these, newest first, are so many of those in between that reading the stretch is the quicker way. */
export function isDense(ids: readonly number[]): boolean {
  const [newest, oldest] = [ids.at(0), ids.at(-1)];
  return newest !== undefined && oldest !== undefined && newest - oldest < ids.length * LOOKUP_COST;
}

/** Which of these, all of one kind and newest first, have the text. Looks at every one of them and at no index of text. */
export async function matching(
  db: Db,
  actor: Actor,
  kind: Kind,
  ids: readonly number[],
  search: string,
): Promise<number[]> {
  const [newest, oldest] = [ids.at(0), ids.at(-1)];
  if (newest === undefined || oldest === undefined) return [];
  const amongThese = isDense(ids)
    ? sql<boolean>`users.id between ${oldest} and ${newest}`
    : sql<boolean>`users.id = ${anyOf(ids)}`;
  return having(db, actor, kind, search).where(amongThese).execute().then(idsOf);
}

/** The newest of a kind with the text among so many ids below this one; stops as soon as there are enough. */
export async function nextMatching(
  db: Db,
  actor: Actor,
  kind: Kind,
  search: string,
  { below, reach, enough }: { below: number; reach: number; enough: number },
): Promise<number[]> {
  const stretch = sql<boolean>`users.id < ${below} and users.id >= ${below - reach}`;
  return having(db, actor, kind, search).where(stretch).limit(enough).execute().then(idsOf);
}

function having(db: Db, actor: Actor, kind: Kind, search: string) {
  return ofKind(db, actor, kind)
    .where(sql<boolean>`strpos(users.search_text, ${search.toLowerCase()}) > 0`)
    .orderBy('users.id', 'desc');
}

function idsOf(rows: readonly { id: number }[]): number[] {
  return rows.map(({ id }) => id);
}

type Extent = {
  /** How many the index may bring, of whatever kind; null for all. */
  readonly atMost: number | null;
  /** How many of the newest are wanted of them. */
  readonly keep: number;
};

/** The newest of a kind among those the index for text brings. */
export async function foundByIndex(
  db: Db,
  actor: Actor,
  kind: Kind,
  search: string,
  { atMost, keep }: Extent,
): Promise<{ ids: number[]; isComplete: boolean }> {
  const pattern = likePattern(search);
  const limit = atMost === null ? null : atMost + 1;
  const brought =
    actor.scope === 'platform'
      ? sql`users where search_text like ${pattern} limit ${limit}::integer`
      : sql`search_own_site(${pattern}) limit ${limit}::integer`;
  const { ids, looked } = await newestBrought(db, actor, kind, brought, keep);
  return { ids, isComplete: atMost === null || looked <= atMost };
}

/** The same among the users of these blocks. */
export async function foundInBlocks(
  db: Db,
  actor: Actor,
  kind: Kind,
  search: string,
  { blocks, keep }: { blocks: readonly number[]; keep: number },
): Promise<number[]> {
  const pattern = likePattern(search);
  const brought =
    actor.scope === 'platform'
      ? sql`users where search_text like ${pattern} and id / ${sql.lit(BLOCK)} = any(${blocks}::integer[])`
      : sql`search_own_site_in(${pattern}, ${blocks}::integer[])`;
  const { ids } = await newestBrought(db, actor, kind, brought, keep);
  return ids;
}

/** In the statement these take the name of the table, so that what a kind is and who sees it is asked of nobody else. */
async function newestBrought(db: Db, actor: Actor, kind: Kind, brought: RawBuilder<unknown>, keep: number) {
  const newest = ofKind(db, actor, kind).orderBy('users.id', 'desc').limit(keep);
  const { rows } = await sql<{ ids: number[]; looked: number }>`
    with users as materialized (
      select id, domain_id, plan_id, tags, is_active, removed_at from ${brought}
    )
    select array(${newest}) as ids, (select count(*) from users) as looked`.execute(db);
  return rows[0] ?? { ids: [], looked: 0 };
}

export async function foundById(db: Db, actor: Actor, kind: Kind, id: number): Promise<number[]> {
  return ofKind(db, actor, kind).where('users.id', '=', id).execute().then(idsOf);
}

function ofKind(db: Db, actor: Actor, { isActive, domainId, plan, tag }: Kind) {
  return db
    .selectFrom('users')
    .select('users.id')
    .where('users.removed_at', 'is', null)
    .where('users.is_active', '=', isActive)
    .where(visibleTo(actor))
    .where((eb) =>
      eb.and([
        ...whenDefined(domainId, (value) => eb('users.domain_id', '=', value)),
        ...whenDefined(plan, (value) => eb('users.plan_id', '=', value)),
        ...whenDefined(tag, (value) => sql<boolean>`users.tags @> array[${value}::smallint]`),
      ]),
    );
}

/** The index knows text by runs of three letters or digits. */
export function isIndexed(search: string): boolean {
  return /[\p{L}\p{N}]{3}/u.test(search);
}
