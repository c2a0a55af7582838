import type { PageLink } from './navigation/link-to.ts';

/** One result of the top bar's search: a link or an action. */
export type SearchResult = {
  id: string;
  label: string;
  /** Shown beside the label: a member id, a group of the menu. */
  detail?: string;
} & ({ to: PageLink } | { run: () => void });

/** A source for the top bar's search. Capabilities provide sources, the shell collects them. */
export type SearchSource = {
  /** The heading of its results: 'People', 'Screens'. */
  group: string;
  /** Local results, on every keystroke; with an empty text, the suggestions. */
  known?: (text: string) => readonly SearchResult[];
  /** Server results, after a pause and from two characters on. */
  ask?: (text: string, signal: AbortSignal) => Promise<readonly SearchResult[]>;
};
