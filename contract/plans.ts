import { z } from 'zod';

/** The plans by the ids that users and documents quote. 13 and 14 are products, never plans. */
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

// Object.keys returns texts; the ids are numbers everywhere else.
export const plans = Object.keys(planNames).map(Number) as Plan[];

export const PlanId = z.literal(plans, 'Choose a membership.');

/** The same in a query, where every value is text. */
export const PlanIdInQuery = z
  .string()
  .regex(/^\d{1,2}$/, 'Must be a number.')
  .transform(Number)
  .pipe(PlanId);

/** The form of a plan on a single user; lists carry only the id (C-16). */
export const Subscription = z.object({ id: PlanId, name: z.string() });

export const Membership = z.object({ id: PlanId, name: z.string() });
