import type { MantineColorSchemeManager } from '@mantine/core';
import { onPreferencesChange, preferences } from '../../kernel/preferences.ts';

let stopListening: (() => void) | undefined;

/** Lets the preferences decide between light and dark; Mantine keeps nothing of its own in the browser. */
export const colourSchemeOfPreferences: MantineColorSchemeManager = {
  get: () => preferences().colour_scheme,
  set: () => {},
  clear: () => {},
  subscribe: (onUpdate) => {
    stopListening = onPreferencesChange(() => onUpdate(preferences().colour_scheme));
  },
  unsubscribe: () => stopListening?.(),
};
