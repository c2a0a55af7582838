import { z } from 'zod';
import type { SearchResult } from '../../kernel/search-source.ts';
import { readStored } from '../../kernel/stored-value.ts';

export type FoundGroup = { name: string; results: readonly SearchResult[] };

/** A find that can be opened again later; one that did something cannot. */
const RecentFind = z.object({
  id: z.string(),
  label: z.string(),
  detail: z.string().optional(),
  to: z.string(),
  search: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
});
type RecentFind = z.infer<typeof RecentFind>;

const KEY = 'recent-finds';
const KEPT = 5;

/** The results whose label or detail holds the text. */
export function matching<Result extends { label: string; detail?: string }>(
  results: readonly Result[],
  text: string,
): readonly Result[] {
  const wanted = text.toLowerCase();
  return results.filter(({ label, detail = '' }) => `${label} ${detail}`.toLowerCase().includes(wanted));
}

/** The next place in a list that goes round. */
export function moved(from: number, by: 1 | -1, length: number): number {
  if (length === 0) return -1;
  if (from === -1) return by === 1 ? 0 : length - 1;
  return (from + by + length) % length;
}

/** What was opened from the search lately. It lives in this tab and goes with the session. */
export function fromRecent(text: string): readonly SearchResult[] {
  return matching(readRecent(), text).map((find) => ({ ...find, id: `recent ${find.id}` }));
}

export function saveRecent(result: SearchResult): void {
  if (!('to' in result)) return;
  const find: RecentFind = { id: result.id.replace(/^recent /, ''), label: result.label, to: result.to };
  if (result.detail) find.detail = result.detail;
  if (result.search) find.search = result.search;
  const others = readRecent().filter(({ id }) => id !== find.id);
  sessionStorage.setItem(KEY, JSON.stringify([find, ...others].slice(0, KEPT)));
}

function readRecent(): readonly RecentFind[] {
  return readStored(() => sessionStorage, KEY, z.array(RecentFind), []);
}
