import type { MantineColorSchemeManager } from '@mantine/core';
import { onPreferencesChange, preferences } from '../../kernel/preferences.ts';

let stopListening: (() => void) | undefined;

/** The preferences decide between light and dark; Mantine stores nothing. */
export const colourSchemeOfPreferences: MantineColorSchemeManager = {
  get: () => preferences().colour_scheme,
  set: () => {},
  clear: () => {},
  subscribe: (onUpdate) => {
    stopListening = onPreferencesChange(() => onUpdate(preferences().colour_scheme));
  },
  unsubscribe: () => stopListening?.(),
};
