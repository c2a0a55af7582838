import type { Db } from '../../kernel/db/db.ts';
import type { Actor } from '../../kernel/session/actor.ts';
import {
  foundById,
  foundByIndex,
  foundInBlocks,
  isDense,
  isIndexed,
  matching,
  nextMatching,
  searchedId,
} from './search-users.queries.ts';
import { BLOCK, type Kind, pageOfIds } from './user-bitmaps.ts';

/** Users refine a search instead of paging further than this. */
const MOST_HITS = 1_000;

/** The newest users, checked row by row: they show how common the text is. */
const SAMPLE = 1_024;
/** Above this number of scattered hits, walking through the newest users is faster than the index. */
const MOST_UNSORTED = 2_000;
/**
 * The most blocks of the newest users in which the index searches for a page. Where a page is expected within SOON ids,
 * walking is faster.
 */
const MOST_BLOCKS = 16;
const SOON = 4_096;

/** The walk doubles its distance with each step, up to this step size. */
const LONGEST_STEP = 8_192;
/** The most users that one page walks through, with and without the index as a fallback. */
const FURTHEST = 32_768;
const FURTHEST_WITHOUT_INDEX = 65_536;

/** The newest hits. Where `isExact` is false, there are more than `count`. */
export type Hits = { readonly ids: readonly number[]; readonly count: number; readonly isExact: boolean };

/**
 * Users of a kind with this text in their id, name, email or company, newest first, at least as many as wanted if they
 * exist. The index finds rare text at once but must collect every hit before the newest is known; common text is found
 * sooner by walking through the newest users.
 */
export async function searchUsers(db: Db, actor: Actor, kind: Kind, search: string, wanted: number): Promise<Hits> {
  const asId = searchedId(search);
  const self = asId ? await foundById(db, actor, kind, asId.id) : [];
  if (asId?.isAlone) return hits(self, true);

  const newest = await pageOfIds(db, kind, { limit: SAMPLE, offset: 0 });
  const found = await matching(db, actor, kind, newest.ids, search);
  const sawAll = newest.ids.length >= newest.count;

  const expected = (found.length / newest.ids.length) * newest.count;
  if (!sawAll && expected <= MOST_UNSORTED && isIndexed(search)) {
    const { ids, isComplete } = await foundByIndex(db, actor, kind, search, {
      atMost: MOST_UNSORTED,
      keep: MOST_HITS + 1,
    });
    if (isComplete) return hits(ids, true);
  }

  const enough = Math.min(wanted, MOST_HITS) + 1;
  const walked = sawAll ? { found, sawAll } : await goOn({ db, actor, kind, search }, newest, found, enough);
  if (!walked.sawAll && walked.found.length < enough && isIndexed(search)) {
    const { ids } = await foundByIndex(db, actor, kind, search, { atMost: null, keep: MOST_HITS + 1 });
    return hits(ids, true);
  }
  // Common hits may fill the result before the walk reaches the user with this id, so it is added.
  const others = self.filter((id) => !walked.found.includes(id));
  return hits([...walked.found, ...others], walked.sawAll);
}

type Search = { readonly db: Db; readonly actor: Actor; readonly kind: Kind; readonly search: string };
type Walked = { readonly found: readonly number[]; readonly sawAll: boolean };
type Newest = { readonly ids: readonly number[]; readonly count: number };

/** Walks from the newest to older users, until there are enough hits or the walk is too long. */
async function goOn(asked: Search, newest: Newest, found: readonly number[], enough: number): Promise<Walked> {
  if (found.length >= enough) return { found, sawAll: false };
  const byIndex = await foundAmongNewest(asked, newest, found, enough);
  if (byIndex.length >= enough) return { found: byIndex, sawAll: false };

  const { db, actor, kind, search } = asked;
  const furthest = isIndexed(search) ? FURTHEST : FURTHEST_WITHOUT_INDEX;
  if (isDense(newest.ids)) {
    const below = newest.ids.at(-1) ?? 0;
    const wanted = enough - found.length;
    const older = await nextMatching(db, actor, kind, search, { below, reach: furthest, enough: wanted });
    return { found: [...found, ...older], sawAll: older.length < wanted && below <= furthest };
  }
  const walked = [...found];
  let seen = newest.ids.length;
  while (seen < Math.min(furthest, newest.count) && walked.length < enough) {
    const { ids } = await pageOfIds(db, kind, { limit: Math.min(seen, LONGEST_STEP), offset: seen });
    if (ids.length === 0) break;
    walked.push(...(await matching(db, actor, kind, ids, search)));
    seen += ids.length;
  }
  return { found: walked, sawAll: seen >= newest.count };
}

/** Searches the index over twice the distance that the sample suggests, so that one query is usually enough. */
async function foundAmongNewest(
  { db, actor, kind, search }: Search,
  { ids }: Newest,
  found: readonly number[],
  enough: number,
): Promise<number[]> {
  const [top, bottom] = [ids.at(0) ?? 0, ids.at(-1) ?? 0];
  const reach = (2 * enough * (top - bottom + 1)) / found.length;
  if (!isIndexed(search) || reach <= SOON || reach > MOST_BLOCKS * BLOCK) return [];
  const [newest, oldest] = [Math.floor(top / BLOCK), Math.floor(Math.max(top - reach, 0) / BLOCK)];
  const blocks = Array.from({ length: newest - oldest + 1 }, (_, at) => newest - at);
  return foundInBlocks(db, actor, kind, search, { blocks, keep: enough });
}

function hits(ids: readonly number[], sawAll: boolean): Hits {
  const kept = ids.slice(0, MOST_HITS);
  return { ids: kept, count: kept.length, isExact: sawAll && ids.length <= MOST_HITS };
}
