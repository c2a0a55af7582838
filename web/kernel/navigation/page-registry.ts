import type { Page } from './page.ts';

/** The pages there are, told once by the shell, so that kernel and kit can ask without importing any capability. */
let known: readonly Page[] = [];

export function registerPages(pages: readonly Page[]): void {
  known = pages;
}

export function hasPage(path: string): boolean {
  return known.some((page) => page.path === path);
}

/** The addresses inside the frame as people write them: '/lab/{-$id}' is '/lab/:id'. */
export function knownPaths(): string[] {
  return known
    .filter(({ frame }) => frame === 'framed')
    .map(({ path }) => path.replaceAll(/\{-\$(\w+)\}|\$(\w+)/g, ':$1$2'));
}

/** S-38: any `redirect` in the address of the login page leads to the change-password screen after logging in. */
export function rememberRedirect(search: string): void {
  if (new URLSearchParams(search).has('redirect')) localStorage.setItem('redirect', 'password');
}

/**
 * Where a fresh session goes: to the stored route name, once, if a page behind the login has it and needs nothing else in
 * its address; else to the dashboard.
 */
export function consumeRedirect(): string {
  const name = localStorage.getItem('redirect');
  localStorage.removeItem('redirect');
  const named = known.find((page) => name !== null && page.name === name);
  return named?.frame === 'framed' && !named.path.includes('$') ? named.path : '/dashboard';
}
