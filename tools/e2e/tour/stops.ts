import type { Plan } from '@vialkeep/contract/plans.ts';
import type { Page } from 'playwright-core';
import { menuOfToday, pathsOf } from '../../harness/documented-menus.ts';
import type { Account } from '../people/accounts.ts';

/** An overlay of a screen, or another state of it. */
export type Opening = {
  name: string;
  open: (page: Page) => Promise<unknown>;
  /** The widths in which it exists. Default: both. */
  only?: 'desktop' | 'phone';
};

/** One screen as one kind of user sees it. */
export type Stop = {
  /** The route as the pages declare it. */
  route: string;
  /** The path of the screen. Default: the route, if it has no parameters. */
  at?: string | (() => Promise<string>);
  /** The name of its pictures. Default: the route. */
  name?: string;
  /** Waits for what the picture must show. Default: until the page is idle. */
  ready?: (page: Page) => Promise<unknown>;
  openings?: readonly Opening[];
};

/** The screens of one kind of user. */
export type Tour = {
  /** The folder of the pictures. */
  who: string;
  /** The account that logs in first. Default: no login. */
  account?: Account | (() => Promise<Account>);
  /** Uses the demo network's custom site instead of the main site. */
  isOnNorth?: boolean;
  /** A step before the first stop. */
  begin?: (page: Page) => Promise<unknown>;
  stops: readonly Stop[];
  /** The refusals that a stop expects. */
  refusals?: readonly (readonly [status: number, path: string])[];
};

/** Returns the name of a stop's pictures. */
export function pictureNameOf({ route, name }: Stop): string {
  return name ?? (route.replaceAll(/\W+/g, '-').replaceAll(/^-|-$/g, '') || 'login');
}

/** The pages that all users have besides the menu. */
const OF_EVERYBODY = ['/profile', '/settings', '/contact'];

/** Adds every other page of the plan's menus to these stops. */
export function withMenu(plan: Plan, tags: readonly number[], stops: readonly Stop[]): readonly Stop[] {
  const paths = [...pathsOf(menuOfToday(plan, tags)), ...OF_EVERYBODY];
  const more = [...new Set(paths)].filter((path) => !stops.some(({ route }) => route === path));
  return [...stops, ...more.map((route) => ({ route }))];
}
