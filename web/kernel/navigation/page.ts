import type { Plan } from '@vialkeep/contract/plans.ts';
import type { ComponentType } from 'react';
import type { PagePath } from './page-path.ts';

/** One address of the portal and its screen. */
export type Page = {
  /** In the router's syntax: `/lab/{-$id}` is the specification's `/lab/:id?`. */
  path: PagePath;
  /** The specification's route name, if any; 'redirect' in the local storage can contain it. */
  name?: string;
  /**
   * Precedes the product's name in the page title. It is set here because the texts of a screen behind the login load
   * later.
   */
  title?: string;
  /** Inside the frame, which requires a login, or without it. */
  frame: 'framed' | 'bare';
  /** The background of a page without the frame. */
  background?: 'purplePink' | 'pinkRed';
  /** The route guard: admits only these plans of the stored user; others are sent to /unauthorized (W-02). */
  onlyStoredPlans?: readonly Plan[];
  /** Also admits users whose tag 1 lets them order vials for themselves (C-11). */
  orOrdersVials?: true;
  /**
   * An action of the policy tables; users without it are sent to /unauthorized. For rules that do not depend on the
   * plan alone.
   */
  needsRight?: string;
  /** A required path parameter; without it the dashboard opens. */
  needsId?: string;
  /** A required query parameter with any value; without it the login page opens. */
  needsQuery?: string;
  /** Loads the screen: `async () => (await import('./login.screen.tsx')).LoginScreen`. */
  load: () => Promise<ComponentType>;
};

export function page(description: Page): Page {
  return description;
}
