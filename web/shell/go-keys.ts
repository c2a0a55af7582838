import { entriesOf, type MenuItem } from './menu.ts';

/** The page of 'g' and a second key, if the user's menu contains it. */
export function pathFor(key: string, menu: readonly MenuItem[], knows: (path: string) => boolean): string | null {
  const inMenu = entriesOf(menu).map(({ path }) => path);
  if (key === 'd') return '/dashboard';
  if (key === 't') return inMenu.find((path) => path.includes('transaction')) ?? null;
  if (key === 'r') return inMenu.find((path) => path === '/resource-center') ?? null;
  if (key === 'p') return knows('/profile') ? '/profile' : null;
  return null;
}
