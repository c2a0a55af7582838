import { type RawBuilder, sql } from 'kysely';
import { anyOf } from '../../kernel/db/any-of.ts';
import type { Db } from '../../kernel/db/db.ts';
import { whenDefined } from '../../kernel/db/when-defined.ts';
import type { Actor } from '../../kernel/session/actor.ts';
import { likePattern } from './network.queries.ts';
import { BLOCK, type Kind } from './user-bitmaps.ts';
import { visibleTo } from './visibility.ts';

/** Measured: reading a range of rows costs a third of looking up the same number by id. */
const LOOKUP_COST = 3;

/** True where these ids, newest first, fill so much of their range that reading the whole range is faster. */
export function isDense(ids: readonly number[]): boolean {
  const [newest, oldest] = [ids.at(0), ids.at(-1)];
  return newest !== undefined && oldest !== undefined && newest - oldest < ids.length * LOOKUP_COST;
}

/**
 * Those of these ids, all of one kind and newest first, that contain the text. Checks every row without the text index.
 */
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

/** The newest users of a kind with the text, within `reach` ids below this one; stops once there are enough. */
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
  /** The most hits that the index may return, of any kind; null for no limit. */
  readonly atMost: number | null;
  /** The number of newest hits to return. */
  readonly keep: number;
};

/** The newest users of a kind among the hits of the text index. */
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

/** The same within these blocks of ids. */
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

/** The users of the connection's scope that contain the text, as a table `found`. A site's policy keeps it from the index. */
export function usersWith({ scope }: Actor, search: string) {
  const pattern = likePattern(search);
  const found =
    isIndexed(search) && scope !== 'platform'
      ? sql<{ id: number }>`search_own_site(${pattern})`
      : sql<{ id: number }>`(select id from users where search_text like ${pattern})`;
  return found.as<'found'>(sql.ref('found'));
}

/** The id that is searched for. '#12' is how ids are shown, so it matches only this user. */
export function searchedId(search: string): { readonly id: number; readonly isAlone: boolean } | null {
  const match = /^(#?)0*(\d{1,9})$/.exec(search);
  return match && { id: Number(match[2]), isAlone: match[1] === '#' };
}

/** Whether a user has this text in the fields of a search, or is the one whose id it is. */
export function hasText(search: string) {
  const asId = searchedId(search);
  const hasIt = sql<boolean>`users.search_text like ${likePattern(search)}`;
  if (!asId) return hasIt;
  const isThisUser = sql<boolean>`users.id = ${asId.id}`;
  return asId.isAlone ? isThisUser : sql<boolean>`(${isThisUser} or ${hasIt})`;
}

/** The statement names this subquery `users`, so that the conditions on kind and visibility apply to it unchanged. */
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

/** The users of a kind that the actor sees. */
export function ofKind(db: Db, actor: Actor, { isActive, domainId, plan, tag }: Kind) {
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

/** The index contains trigrams of letters and digits. */
export function isIndexed(search: string): boolean {
  return /[\p{L}\p{N}]{3}/u.test(search);
}
