/** The key of the inspector's session in the session storage; another tab enters with a code of its own. */
const INSPECTION_KEY = 'inspection';

let endedWith: string | null = null;
const listeners = new Set<() => void>();

/** The stored session as text: the token and what the server said about the inspection; null before it. */
export function storedInspection(): string | null {
  return sessionStorage.getItem(INSPECTION_KEY);
}

export function inspectionToken(): string | null {
  const text = storedInspection();
  if (text === null) return null;
  const { token } = JSON.parse(text) as { token?: unknown };
  return typeof token === 'string' ? token : null;
}

export function storeInspection(opened: { readonly token: string; readonly inspection: unknown }): void {
  endedWith = null;
  sessionStorage.setItem(INSPECTION_KEY, JSON.stringify(opened));
  notifyListeners();
}

/** Forgets the session; the message says why, where the server ended it. */
export function endInspectionSession(message: string | null): void {
  endedWith = message;
  sessionStorage.removeItem(INSPECTION_KEY);
  notifyListeners();
}

export function endMessage(): string | null {
  return endedWith;
}

export function onInspectionChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function notifyListeners(): void {
  for (const listener of listeners) listener();
}
