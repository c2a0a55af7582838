/** Unsaved form input, stored in this tab only, so that it survives a reload. */
export type DraftValues = Record<string, unknown>;

export const DRAFT_LIFE_MS = 8 * 60 * 60 * 1000;

type Kept = { at: number; values: DraftValues };

/** Logging out and a lost session clear this tab's storage, including drafts. */
export function draftKey(userId: number | null, form: string): string {
  return `draft:${userId ?? 'guest'}:${form}`;
}

export function writeDraft(storage: Pick<Storage, 'setItem'>, key: string, values: DraftValues, now: number): void {
  try {
    storage.setItem(key, JSON.stringify({ at: now, values } satisfies Kept));
  } catch {
    // If the storage is full, this draft is not stored.
  }
}

/** The draft, unless it is missing, older than eight hours, or invalid. */
export function readDraft(
  storage: Pick<Storage, 'getItem' | 'removeItem'>,
  key: string,
  now: number,
): DraftValues | null {
  const kept = parseDraft(storage.getItem(key));
  if (kept && now - kept.at < DRAFT_LIFE_MS && kept.at <= now) return kept.values;
  storage.removeItem(key);
  return null;
}

/** The values to store: all fields except secrets. */
export function keepable(values: DraftValues, secrets: ReadonlySet<string>): DraftValues {
  return Object.fromEntries(Object.entries(values).filter(([name]) => !secrets.has(name)));
}

/** The draft's values that fit the form: only existing fields, and only values of the same type. */
export function restorable(draft: DraftValues, current: DraftValues): DraftValues {
  return Object.fromEntries(
    Object.entries(draft).filter(([name, value]) => name in current && sameKind(value, current[name])),
  );
}

function sameKind(value: unknown, known: unknown): boolean {
  if (known === null || known === undefined || value === null) return true;
  return typeof value === typeof known && Array.isArray(value) === Array.isArray(known);
}

function parseDraft(text: string | null): Kept | null {
  try {
    const kept: unknown = JSON.parse(text ?? 'null');
    return isKept(kept) ? kept : null;
  } catch {
    return null;
  }
}

function isKept(kept: unknown): kept is Kept {
  return (
    typeof kept === 'object' &&
    kept !== null &&
    'at' in kept &&
    typeof kept.at === 'number' &&
    'values' in kept &&
    typeof kept.values === 'object' &&
    kept.values !== null
  );
}
