import { z } from 'zod';

/** The memberships, by the ids people and documents quote. 13 and 14 are products, never memberships. */
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

export const plans: readonly Plan[] = Object.values(Plan);

export const PlanId = z.literal([...plans], 'Choose a membership.');

/** The same in a query, where everything is text. */
export const PlanIdInQuery = z
  .string()
  .regex(/^\d{1,2}$/, 'Must be a number.')
  .transform(Number)
  .pipe(PlanId);

/** C-16: how a plan is shown on one user; lists carry the plain id. */
export const Subscription = z.object({ id: PlanId, name: z.string() });

export const Membership = z.object({ id: PlanId, name: z.string() });
