import { Preferences, readPreferences, savePreferences } from '@vialkeep/contract/preferences.ts';
import { useSyncExternalStore } from 'react';
import { call } from './api/api.ts';
import { readStored } from './stored-value.ts';

const KEY = 'preferences';

export const defaultPreferences: Preferences = {
  colour_scheme: 'auto',
  density: 'comfortable',
  keep_messages: false,
  shortcuts: true,
};

const listeners = new Set<() => void>();
let current: Preferences = readStored(() => localStorage, KEY, Preferences, defaultPreferences);

/** The user's preferences. Also stored in the browser, so that the first paint is right. */
export function preferences(): Preferences {
  return current;
}

export function usePreferences(): Preferences {
  return useSyncExternalStore(onPreferencesChange, preferences);
}

/** Applies at once and saves to the server; if that fails, the browser still stores them. */
export async function changePreferences(changes: Partial<Preferences>): Promise<void> {
  keep({ ...current, ...changes });
  await call(savePreferences, { body: changes });
}

/** Loads the account's preferences after the login. */
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
