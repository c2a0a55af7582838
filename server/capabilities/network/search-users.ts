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
} from './search-users.queries.ts';
import { BLOCK, type Kind, pageOfIds } from './user-bitmaps.ts';

/** A search is for finding somebody: nobody reads further than this. */
const MOST_HITS = 1_000;

/** The newest, looked at one by one: they tell how common the text is. */
const SAMPLE = 1_024;
/** So many hits, scattered over the table, the index may bring before going through the newest is quicker. */
const MOST_UNSORTED = 2_000;
/** In so many blocks of the newest the index may look for a page; where it is met sooner than this, looking is quicker. */
const MOST_BLOCKS = 16;
const SOON = 4_096;

/** From there as many again and again, up to so many at a time. */
const LONGEST_STEP = 8_192;
/** How many are gone through for one page, where the index can help out and where it cannot. */
const FURTHEST = 32_768;
const FURTHEST_WITHOUT_INDEX = 65_536;

/** The newest hits. Where there are more, `isExact` is false: there are at least this many. */
export type Hits = { readonly ids: readonly number[]; readonly count: number; readonly isExact: boolean };

/**
 * Those of a kind who have this text in their id, name, e-mail or company, newest first, at least as many as are wanted
 * if there are. The index finds rare text at once, but must collect every hit before the newest is known. Common text
 * is met soon by going through the newest.
 */
export async function searchUsers(db: Db, actor: Actor, kind: Kind, search: string, wanted: number): Promise<Hits> {
  const asId = /^(#?)0*(\d{1,9})$/.exec(search);
  const self = asId ? await foundById(db, actor, kind, Number(asId[2])) : [];
  // As ids are shown: this one and no other.
  if (asId?.[1] === '#') return hits(self, true);

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
  // The newest may be common hits; whoever is meant by their very id is found all the same.
  const others = self.filter((id) => !walked.found.includes(id));
  return hits([...walked.found, ...others], walked.sawAll);
}

type Search = { readonly db: Db; readonly actor: Actor; readonly kind: Kind; readonly search: string };
type Walked = { readonly found: readonly number[]; readonly sawAll: boolean };
type Newest = { readonly ids: readonly number[]; readonly count: number };

/** From the newest on to older ones, until there are enough or the walk gets too long. */
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

/** As the index has them, from twice as far as the sample says, so that one look is mostly enough. */
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
