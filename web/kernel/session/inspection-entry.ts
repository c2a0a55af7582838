/** The key of the inspector's entry in the session storage; another tab enters with a code of its own. */
const ENTRY_KEY = 'inspection';

let endedWith: string | null = null;
const listeners = new Set<() => void>();

/** The stored entry as text: the token and what the server said about the inspection; null before it. */
export function storedEntry(): string | null {
  return sessionStorage.getItem(ENTRY_KEY);
}

export function inspectionToken(): string | null {
  const text = storedEntry();
  if (text === null) return null;
  const { token } = JSON.parse(text) as { token?: unknown };
  return typeof token === 'string' ? token : null;
}

export function openEntry(entry: { readonly token: string; readonly inspection: unknown }): void {
  endedWith = null;
  sessionStorage.setItem(ENTRY_KEY, JSON.stringify(entry));
  notifyListeners();
}

/** Forgets the entry; the message says why, where the server ended it. */
export function endEntry(message: string | null): void {
  endedWith = message;
  sessionStorage.removeItem(ENTRY_KEY);
  notifyListeners();
}

export function entryMessage(): string | null {
  return endedWith;
}

export function onEntryChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function notifyListeners(): void {
  for (const listener of listeners) listener();
}
