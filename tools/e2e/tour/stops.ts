import type { Plan } from '@vialkeep/contract/plans.ts';
import type { Page } from 'playwright-core';
import { menuOfToday, pathsOf } from '../../harness/documented-menus.ts';
import type { Account } from '../people/accounts.ts';

/** Something that opens over a screen, or another state of it. */
export type Opening = {
  name: string;
  open: (page: Page) => Promise<unknown>;
  /** The widths it exists in; both, where nothing is said. */
  only?: 'desktop' | 'phone';
};

/** One screen as one person sees it. */
export type Stop = {
  /** As the pages write it. */
  route: string;
  /** Where it is found; the route itself, where that has no parameters. */
  at?: string | (() => Promise<string>);
  /** What its pictures are called; the route, where nothing is said. */
  name?: string;
  /** Until what must be seen is there; until nothing is busy any more, where nothing is said. */
  ready?: (page: Page) => Promise<unknown>;
  openings?: readonly Opening[];
};

/** What one kind of person gets to see. */
export type Tour = {
  /** The folder of the pictures. */
  who: string;
  /** Who logs in first; nobody, where nothing is said. */
  account?: Account | (() => Promise<Account>);
  /** The custom site of the demo network instead of the main one. */
  isOnNorth?: boolean;
  /** What is done before the first stop. */
  begin?: (page: Page) => Promise<unknown>;
  stops: readonly Stop[];
  /** What a stop is refused on purpose. */
  refusals?: readonly (readonly [status: number, path: string])[];
};

/** The name of a stop's pictures. */
export function nameOf({ route, name }: Stop): string {
  return name ?? (route.replaceAll(/\W+/g, '-').replaceAll(/^-|-$/g, '') || 'login');
}

/** The pages that everybody in the frame has besides the menu. */
const OF_EVERYBODY = ['/profile', '/settings', '/contact'];

/** These stops, and every other page that the menus of a plan lead to. */
export function withMenu(plan: Plan, tags: readonly number[], stops: readonly Stop[]): readonly Stop[] {
  const paths = [...pathsOf(menuOfToday(plan, tags)), ...OF_EVERYBODY];
  const more = [...new Set(paths)].filter((path) => !stops.some(({ route }) => route === path));
  return [...stops, ...more.map((route) => ({ route }))];
}
