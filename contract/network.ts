import { z } from 'zod';
import { DomainIdInPath, UserId, UserIdInPath } from './kernel/ids.ts';
import { route } from './kernel/route.ts';
import { text } from './kernel/text.ts';
import { Plan, PlanId, PlanIdInQuery } from './plans.ts';

/** The kinds of relations between two users: "the {kind} of {subject} is {object}". */
export type RelationKind = 'center' | 'referral_center' | 'lab' | 'rep' | 'manager' | 'distributor' | 'affiliate';

export type RelationRule = {
  readonly of: Plan;
  readonly single: boolean;
  /** The documented form of the plan does not have the field; it exists for users who order vials (C-11, F108). */
  readonly forOrders?: true;
};

const one = (of: Plan): RelationRule => ({ of, single: true });
const several = (of: Plan): RelationRule => ({ of, single: false });

const sellers = {
  rep: one(Plan.salesRep),
  manager: one(Plan.salesManager),
  distributor: one(Plan.salesDistributor),
  affiliate: one(Plan.salesAffiliate),
};
const orderer = { rep: { ...one(Plan.salesRep), forOrders: true } } as const;
const clinics = {
  center: one(Plan.harvestCenter),
  referral_center: one(Plan.referralCenter),
  affiliate: one(Plan.salesAffiliate),
};

/** The relations that a plan can have. A database table holds the same rules; a test compares the two. */
export const relationRules: Readonly<Partial<Record<Plan, Readonly<Partial<Record<RelationKind, RelationRule>>>>>> = {
  [Plan.lab]: orderer,
  // The patient's own rep applies where no center provides one.
  [Plan.generalMember]: { ...clinics, lab: one(Plan.lab), rep: one(Plan.salesRep) },
  [Plan.salesRep]: { manager: several(Plan.salesManager), ...orderer },
  [Plan.harvestCenter]: { ...sellers, lab: several(Plan.lab) },
  [Plan.referralCenter]: { ...sellers, center: several(Plan.harvestCenter) },
  [Plan.salesManager]: { distributor: one(Plan.salesDistributor), ...orderer },
  [Plan.admin]: orderer,
  [Plan.salesDistributor]: orderer,
  [Plan.staff]: { center: several(Plan.harvestCenter), ...orderer },
  [Plan.superAdmin]: orderer,
  [Plan.salesAffiliate]: orderer,
  [Plan.donor]: clinics,
  [Plan.patientsList]: orderer,
  [Plan.buyer]: sellers,
};

/** A related user with the fields that the documented screens read. */
export const RelatedUser = z.object({
  id: UserId,
  first_name: z.string(),
  last_name: z.string(),
  company: z.string(),
  email: z.string(),
  subscription: PlanId,
});
export type RelatedUser = z.infer<typeof RelatedUser>;

/** The same with the user's own relations, one level deep. */
export const RelatedUserWithTheirs = RelatedUser.extend({ related_users: z.array(RelatedUser) });

/** One choice of an option list. */
export const UserOption = z.object({
  value: UserId,
  id: UserId,
  label: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  company: z.string(),
});
export type UserOption = z.infer<typeof UserOption>;

/** Option lists are limited; the other users are found by typing. */
export const MOST_OPTIONS = 1_000;

const Narrowing = z.object({ search: text(100).optional(), domain_id: DomainIdInPath.optional() });

const codes = {
  sr: Plan.salesRep,
  sm: Plan.salesManager,
  sd: Plan.salesDistributor,
  sa: Plan.salesAffiliate,
} as const satisfies Record<string, Plan>;

/** A plan by its documented short code or by its id. */
const MembershipInQuery = z.union([z.enum(['sr', 'sm', 'sd', 'sa']).transform((code) => codes[code]), PlanIdInQuery]);

/** Documented clients send it; the answer is the same list either way. */
const Dropdown = z.enum(['true', 'false']).optional();

export const listUsersByMembership = route({
  method: 'GET',
  path: '/api/v1/users/users_by_membership/',
  summary: 'Active users of one membership, to choose from',
  access: 'network.choose',
  reads: { what: 'list' },
  query: Narrowing.extend({ membership: MembershipInQuery, dropdown: Dropdown }),
  answer: z.array(UserOption),
});

const optionsRoute = <const Path extends `/${string}`>(path: Path, summary: string) =>
  route({
    method: 'GET',
    path,
    summary,
    access: 'network.choose',
    reads: { what: 'list' },
    query: Narrowing,
    answer: z.array(UserOption),
  });

export const listPatientOptions = optionsRoute('/api/admin/users/patient/list/', 'Patients to choose from');
export const listSalesRepOptions = optionsRoute('/api/admin/users/sales-rep/list/', 'Sales reps to choose from');
export const listSalesManagerOptions = optionsRoute(
  '/api/admin/users/sales-manager/list/',
  'Sales managers to choose from',
);
export const listSalesDistributorOptions = optionsRoute(
  '/api/admin/users/sales-distributor/list/',
  'Sales distributors to choose from',
);

const about = z.object({ id: UserIdInPath });

export const listRelatedBy = route({
  method: 'GET',
  path: '/api/v1/users/:id/related_by/',
  summary: 'Those who belong to this user',
  access: 'network.read',
  reads: { what: 'list' },
  params: about,
  query: z.object({ membership: MembershipInQuery.optional(), dropdown: Dropdown }),
  answer: z.array(RelatedUserWithTheirs),
});

const Order = z.enum(['id', '-id', 'first_name', '-first_name', 'last_name', '-last_name', 'company', '-company']);

export const listRelatedFrom = route({
  method: 'GET',
  path: '/api/v1/users/:id/related_from/',
  summary: 'Those whom this user belongs to',
  access: 'network.read',
  reads: { what: 'list' },
  params: about,
  query: z.object({
    membership: MembershipInQuery.optional(),
    dropdown: Dropdown,
    order_by: z.union([Order.transform((order) => [order]), z.array(Order).max(4)]).optional(),
  }),
  answer: z.array(RelatedUserWithTheirs),
});

/** A path through the relations: from the user to those of the first plan, from them to the second, and so on. */
export const listRelatedByMembership = route({
  method: 'GET',
  path: '/api/v1/users/:id/related_to_by_membership/',
  summary: 'Those at the end of a path of memberships',
  access: 'network.read',
  reads: { what: 'list' },
  params: about,
  query: z.object({
    first_related: MembershipInQuery,
    second_related: MembershipInQuery.optional(),
    third_related: MembershipInQuery.optional(),
    fourth_related: MembershipInQuery.optional(),
    include_nested: z.enum(['true', 'false']).optional(),
  }),
  answer: z.array(RelatedUserWithTheirs),
});

export const removeRelatedUser = route({
  method: 'DELETE',
  path: '/api/v1/users/:id/remove_related_user/',
  summary: 'End a relation between two users',
  access: 'network.change',
  params: about,
  query: z.object({ related_user_id: UserIdInPath }),
  answer: z.object({ success: z.literal(true), message: z.string() }),
});

export const findUserByIdentifier = route({
  method: 'GET',
  path: '/api/v1/users/identifier/:identifier/',
  summary: 'Name and id of the user with this id or e-mail',
  access: 'network.identify',
  reads: { what: 'search' },
  params: z.object({ identifier: text(254) }),
  answer: z.object({ id: UserId, username: z.string() }),
});
