import type { AccessRow } from './reading.ts';

/** The same session, subject, kind and reason within this time is one opening. */
const FOLDED_MS = 5 * 60_000;

/** Enough for the openings of five minutes; the oldest is forgotten first and then recorded again. */
const MOST_REMEMBERED = 20_000;

type Recent = { readonly until: number; readonly seen: ReadonlySet<number>; readonly written: Promise<void> };

export type RecentOpenings = {
  /** The earlier opening that this one repeats, as the promise of its commit; null where there is none. */
  find(row: AccessRow): Promise<void> | null;
  /** An opening that could not be written is forgotten. */
  remember(row: AccessRow, written: Promise<void>): void;
};

/** Remembers the openings of this process. Another process may record the same opening once more. */
export function rememberOpenings(now: () => number = Date.now): RecentOpenings {
  const recent = new Map<string, Recent>();
  return {
    find(row) {
      const known = recent.get(keyOf(row));
      if (!known || known.until <= now()) return null;
      return (row.seen ?? []).every((id) => known.seen.has(id)) ? known.written : null;
    },
    remember(row, written) {
      const key = keyOf(row);
      const entry = { until: now() + FOLDED_MS, seen: new Set(row.seen), written };
      recent.delete(key);
      recent.set(key, entry);
      written.catch(() => {
        if (recent.get(key) === entry) recent.delete(key);
      });
      for (const oldest of recent.keys()) {
        if (recent.size <= MOST_REMEMBERED) break;
        recent.delete(oldest);
      }
    },
  };
}

/** The reason is part of the key, because the person reads it: a second visit for another reason is a second opening. */
function keyOf({ session_id, what, subject_id, object, inspection_id, reason }: AccessRow): string {
  return JSON.stringify([session_id, what, subject_id, object, inspection_id, reason]);
}
