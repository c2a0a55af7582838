import { z } from 'zod';

/** The plans by the ids that users and documents quote. 13 and 14 are products, never plans. */
export const Plan = {
  lab: 1,
  generalMember: 2,
  salesRep: 3,
  harvestCenter: 4,
  referralCenter: 5,
  salesManager: 6,
  admin: 7,
  salesDistributor: 8,
  staff: 9,
  superAdmin: 10,
  salesAffiliate: 11,
  donor: 12,
  patientsList: 15,
  buyer: 16,
} as const;
export type Plan = (typeof Plan)[keyof typeof Plan];

export const planNames = {
  [Plan.lab]: 'Lab',
  [Plan.generalMember]: 'General Member',
  [Plan.salesRep]: 'Sales Rep',
  [Plan.harvestCenter]: 'Harvest Center',
  [Plan.referralCenter]: 'Referral Harvest Center',
  [Plan.salesManager]: 'Sales Manager',
  [Plan.admin]: 'Admin',
  [Plan.salesDistributor]: 'Sales Distributor',
  [Plan.staff]: 'HC Staff',
  [Plan.superAdmin]: 'Super Admin',
  [Plan.salesAffiliate]: 'Sales Affiliate',
  [Plan.donor]: 'Donor',
  [Plan.patientsList]: 'Patients List',
  [Plan.buyer]: 'Buyer',
} as const satisfies Record<Plan, string>;

// Object.keys returns texts; the ids are numbers everywhere else.
export const plans: readonly Plan[] = Object.values(Plan);

export const PlanId = z.literal([...plans], 'Choose a membership.');

/** The same in a query, where every value is text. */
export const PlanIdInQuery = z
  .string()
  .regex(/^\d{1,2}$/, 'Must be a number.')
  .transform(Number)
  .pipe(PlanId);

/** The form of a plan on a single user; lists carry only the id (C-16). */
export const Subscription = z.object({ id: PlanId, name: z.string() });

export const Membership = z.object({ id: PlanId, name: z.string() });

/** The plans that buy for their patients. */
export const buyingCenters = [Plan.harvestCenter, Plan.referralCenter] as const;

/** The tag of users who order vials for themselves. */
export const VIALS_TAG = 1;

/** Whether a user orders vials for themselves: every plan but the buying centers, with the tag (C-11). */
export function ordersOwnVials({ plan, tags }: { plan: Plan; tags: readonly number[] }): boolean {
  return !buyingCenters.some((center) => center === plan) && tags.includes(VIALS_TAG);
}
