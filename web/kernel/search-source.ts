/** One line of what the search of the top bar found. It goes somewhere, or does something. */
export type SearchResult = {
  id: string;
  label: string;
  /** Beside the label: a member id, a group of the menu. */
  detail?: string;
} & ({ to: string; search?: SearchValues } | { run: () => void });

/** What stands after the path of a find's address. */
export type SearchValues = Readonly<Record<string, string | number>>;

/** Something the search of the top bar can look through. A capability offers one, the shell collects them. */
export type SearchSource = {
  /** The heading over its results: 'People', 'Screens'. */
  group: string;
  /** What is known here already, asked on every key; with an empty text, what to offer. */
  known?: (text: string) => readonly SearchResult[];
  /** What only the server knows, asked after a pause and from two characters on. */
  ask?: (text: string, signal: AbortSignal) => Promise<readonly SearchResult[]>;
};
