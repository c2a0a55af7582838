import { z } from 'zod';
import { linkAtRunTime } from '../../kernel/navigation/link-to.ts';
import type { SearchResult } from '../../kernel/search-source.ts';
import { readStored } from '../../kernel/stored-value.ts';

export type FoundGroup = { name: string; results: readonly SearchResult[] };

/** A result that can be opened again; actions are excluded. */
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

/** The results whose label or detail contains the text. */
export function matching<Result extends { label: string; detail?: string }>(
  results: readonly Result[],
  text: string,
): readonly Result[] {
  const wanted = text.toLowerCase();
  return results.filter(({ label, detail = '' }) => `${label} ${detail}`.toLowerCase().includes(wanted));
}

/** The next index in a circular list. */
export function stepIndex(from: number, by: 1 | -1, length: number): number {
  if (length === 0) return -1;
  if (from === -1) return by === 1 ? 0 : length - 1;
  return (from + by + length) % length;
}

/** Recently opened results, stored in this tab until the session ends. */
export function fromRecent(text: string): readonly SearchResult[] {
  return matching(readRecent(), text).map(({ to, search, ...find }) => ({
    ...find,
    id: `recent ${find.id}`,
    to: linkAtRunTime(to, search),
  }));
}

export function saveRecent(result: SearchResult): void {
  if (!('to' in result)) return;
  const { to, search } = result.to;
  const find: RecentFind = { id: result.id.replace(/^recent /, ''), label: result.label, to };
  if (result.detail) find.detail = result.detail;
  if (search) find.search = search;
  const others = readRecent().filter(({ id }) => id !== find.id);
  sessionStorage.setItem(KEY, JSON.stringify([find, ...others].slice(0, KEPT)));
}

function readRecent(): readonly RecentFind[] {
  return readStored(() => sessionStorage, KEY, z.array(RecentFind), []);
}
