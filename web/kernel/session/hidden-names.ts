import { useSyncExternalStore } from 'react';
import { onSessionChange } from './session.ts';

const KEY = 'hide-names';
const listeners = new Set<() => void>();

/** Whether patient lists show ids and initials only. Stored for this tab until the session ends. */
export function useNamesHidden(): boolean {
  return useSyncExternalStore(onChange, areNamesHidden);
}

export function hideNames(hidden: boolean): void {
  if (hidden) sessionStorage.setItem(KEY, 'yes');
  else sessionStorage.removeItem(KEY);
  for (const listener of listeners) listener();
}

export function areNamesHidden(): boolean {
  return sessionStorage.getItem(KEY) !== null;
}

// Logging out clears the tab's storage, including this flag.
function onChange(listener: () => void): () => void {
  listeners.add(listener);
  const endListening = onSessionChange(listener);
  return () => {
    listeners.delete(listener);
    endListening();
  };
}
