import * as addresses from '../kernel/navigation/addresses.ts';
import type { PagePath, PlainPath } from '../kernel/navigation/page-path.ts';
import { entriesOf, type MenuItem } from './menu.ts';

/** The page of 'g' and a second key, if the user's menu contains it. */
export function pathFor(key: string, menu: readonly MenuItem[], knows: (path: PagePath) => boolean): PlainPath | null {
  const inMenu = entriesOf(menu).map(({ path }) => path);
  if (key === 'd') return addresses.dashboard;
  if (key === 't') return inMenu.find((path) => path.includes('transaction')) ?? null;
  if (key === 'r') return inMenu.find((path) => path === addresses.resourceCenter) ?? null;
  if (key === 'p') return knows(addresses.profile) ? addresses.profile : null;
  return null;
}
