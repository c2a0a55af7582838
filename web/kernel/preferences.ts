import { Preferences, readPreferences, savePreferences } from '@vialkeep/contract/preferences.ts';
import { useSyncExternalStore } from 'react';
import { call } from './api/api.ts';
import { readStored } from './stored-value.ts';

const KEY = 'preferences';

const defaults: Preferences = {
  colour_scheme: 'auto',
  density: 'comfortable',
  keep_messages: false,
  shortcuts: true,
};

const listeners = new Set<() => void>();
let current: Preferences = readStored(() => localStorage, KEY, Preferences, defaults);

/** How this user likes the portal. Kept in the browser too, so that the first paint is right. */
export function preferences(): Preferences {
  return current;
}

export function usePreferences(): Preferences {
  return useSyncExternalStore(onPreferencesChange, preferences);
}

/** Takes effect at once; the server is told, and where it cannot be told the browser still remembers. */
export async function changePreferences(changes: Partial<Preferences>): Promise<void> {
  keep({ ...current, ...changes });
  await call(savePreferences, { body: changes });
}

/** What the account has on record, after logging in. */
export async function loadPreferences(): Promise<void> {
  keep(await call(readPreferences, {}));
}

export function onPreferencesChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function keep(next: Preferences): void {
  current = next;
  localStorage.setItem(KEY, JSON.stringify(next));
  document.documentElement.dataset.density = next.density;
  for (const listener of listeners) listener();
}
