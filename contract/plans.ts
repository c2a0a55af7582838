import { z } from 'zod';

/** The memberships, by the ids people and documents quote. 13 and 14 are products, never memberships. */
export const planNames = {
  1: 'Lab',
  2: 'General Member',
  3: 'Sales Rep',
  4: 'Harvest Center',
  5: 'Referral Harvest Center',
  6: 'Sales Manager',
  7: 'Admin',
  8: 'Sales Distributor',
  9: 'HC Staff',
  10: 'Super Admin',
  11: 'Sales Affiliate',
  12: 'Donor',
  15: 'Patients List',
  16: 'Buyer',
} as const;

export type Plan = keyof typeof planNames;

// Object.keys gives text; the ids are numbers everywhere else.
export const plans = Object.keys(planNames).map(Number) as Plan[];

export const PlanId = z.literal(plans, 'Choose a membership.');

/** The same in a query, where everything is text. */
export const PlanIdInQuery = z
  .string()
  .regex(/^\d{1,2}$/, 'Must be a number.')
  .transform(Number)
  .pipe(PlanId);

/** C-16: how a plan is shown on one user; lists carry the plain id. */
export const Subscription = z.object({ id: PlanId, name: z.string() });

export const Membership = z.object({ id: PlanId, name: z.string() });
