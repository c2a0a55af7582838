import { logOut } from '../kernel/log-out.ts';
import type { SearchResult, SearchSource } from '../kernel/search-source.ts';
import { matching } from '../ui/search-finds.ts';
import { isGroup, type MenuItem } from './menu.ts';

/** What capabilities let the search of the top bar look through. A capability's source is added here. */
const capabilitySources: readonly SearchSource[] = [];

type Shown = { menu: readonly MenuItem[]; dark: boolean; setDark: (dark: boolean) => void; showHelp: () => void };

/** The groups of the search, in their order: what capabilities know, the screens of the menu, what can be done. */
export function searchSources({ menu, dark, setDark, showHelp }: Shown): readonly SearchSource[] {
  const screens = screensOf(menu);
  const actions: readonly SearchResult[] = [
    { id: 'scheme', label: dark ? 'Light mode' : 'Dark mode', run: () => setDark(!dark) },
    { id: 'shortcuts', label: 'Keyboard shortcuts', run: showHelp },
    { id: 'log-out', label: 'Log Out', run: logOut },
  ];
  return [
    ...capabilitySources,
    { group: 'Screens', known: (text) => matching(screens, text) },
    { group: 'Actions', known: (text) => matching(actions, text) },
  ];
}

function screensOf(menu: readonly MenuItem[]): readonly SearchResult[] {
  return menu.flatMap((item) =>
    isGroup(item)
      ? item.entries.map(({ label, path }) => ({ id: path, label, detail: item.label, to: path }))
      : [{ id: item.path, label: item.label, to: item.path }],
  );
}
