import * as addresses from './addresses.ts';
import { linkAtRunTime, linkTo, type PageLink } from './link-to.ts';
import type { Page } from './page.ts';
import type { PagePath } from './page-path.ts';

/** The pages, registered once by the shell, so that kernel and UI need not import capabilities. */
let known: readonly Page[] = [];

export function registerPages(pages: readonly Page[]): void {
  known = pages;
}

export function hasPage(path: PagePath): boolean {
  return known.some((page) => page.path === path);
}

/** The addresses inside the frame in readable form: '/lab/{-$id}' is '/lab/:id'. */
export function knownPaths(): string[] {
  return known
    .filter(({ frame }) => frame === 'framed')
    .map(({ path }) => path.replaceAll(/\{-\$(\w+)\}|\$(\w+)/g, ':$1$2'));
}

/** Any `redirect` in the login page's address leads to the change-password screen after the login (S-38). */
export function rememberRedirect(search: string): void {
  if (new URLSearchParams(search).has('redirect')) localStorage.setItem('redirect', 'password');
}

/**
 * The first page of a new session: the stored route name, once, if it is a page behind the login that needs no
 * parameters; else the dashboard.
 */
export function consumeRedirect(): PageLink {
  const name = localStorage.getItem('redirect');
  localStorage.removeItem('redirect');
  const named = known.find((page) => name !== null && page.name === name);
  const isOpenable = named?.frame === 'framed' && !named.path.includes('$');
  return isOpenable ? linkAtRunTime(named.path) : linkTo(addresses.dashboard);
}
