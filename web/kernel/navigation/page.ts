import type { Plan } from '@vialkeep/contract/plans.ts';
import type { ComponentType } from 'react';

/** One address of the portal and the screen behind it. */
export type Page = {
  /** As the router reads it: `/lab/{-$id}` is the specification's `/lab/:id?`. */
  path: `/${string}`;
  /** The specification's route name, where it gives one; what 'redirect' in the local storage may name. */
  name?: string;
  /** Stands before the product's name in the page title. Of a screen behind the login it is written here: its words come later. */
  title?: string;
  /** Inside the frame, which needs somebody logged in, or on its own. */
  frame: 'framed' | 'bare';
  /** The background of a page on its own. */
  background?: 'purplePink' | 'pinkRed';
  /** The route guard: only these plans of the stored user are let in, others reach /unauthorized (W-02). */
  onlyStoredPlans?: readonly Plan[];
  /** Besides those plans, everybody whom tag 1 lets order vials of their own (C-11). */
  orOrdersVials?: true;
  /** An action of the policy tables; whoever may not take it reaches /unauthorized. For what no plan can tell. */
  needsRight?: string;
  /** A path parameter without which the screen has nothing to show; without it the dashboard opens. */
  needsId?: string;
  /** A word the address must carry after its '?', whatever its value; without it the login page opens. */
  needsQuery?: string;
  /** Fetches the screen: `async () => (await import('./login.screen.tsx')).LoginScreen`. */
  load: () => Promise<ComponentType>;
};

export function page(description: Page): Page {
  return description;
}
