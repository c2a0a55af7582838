import { z } from 'zod';
import { DomainId, DomainIdInPath, UserId, UserIdInPath } from './kernel/ids.ts';
import { paging } from './kernel/paging.ts';
import { refusal } from './kernel/refusal.ts';
import { route } from './kernel/route.ts';
import { Email, NewPassword, optionalName, PhoneNumber, requiredName, text } from './kernel/text.ts';
import { RelatedUserWithTheirs } from './network.ts';
import { ProcessingData } from './patients.ts';
import { Membership, Plan, PlanId, PlanIdInQuery } from './plans.ts';

export const USERS_PER_PAGE = 30;

const NamedPerson = z.object({ id: UserId, name: z.string() });

/** Related directly, or through a related user (U-36). */
export const SalesChain = z.object({
  sales_rep: NamedPerson.nullable(),
  sales_manager: NamedPerson.nullable(),
  sales_distributor: NamedPerson.nullable(),
  sales_affiliate: NamedPerson.nullable(),
});
export type SalesChain = z.infer<typeof SalesChain>;

/** The actions of an administrator on a user. */
const AdministratorMay = z.enum(['edit', 'deactivate', 'activate', 'delete', 'change_password', 'login_as', 'review']);

/** One row of an administrator's list; the plan is a plain id here (C-16). */
export const ListedUser = z.object({
  id: UserId,
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  company: z.string(),
  phone_number: z.string(),
  address1: z.string(),
  address2: z.string(),
  city: z.string(),
  state_desc: z.string(),
  country_desc: z.string(),
  zip_code: z.string(),
  subscription: PlanId,
  subscription_name: z.string(),
  domain: z.object({ id: DomainId, name: z.string() }),
  tags: z.array(z.number().int()),
  date_joined: z.string(),
  last_login: z.string().nullable(),
  template_id: z.string().nullable(),
  document_id: z.string().nullable(),
  documents: z.array(
    z.object({
      document_id: z.string(),
      name: z.string(),
      status: z.string(),
      has_supplement: z.boolean().optional(),
    }),
  ),
  related_users: z.array(RelatedUserWithTheirs),
  hc_desc: z.array(z.object({ id: UserId, company: z.string() })),
  rhc_desc: z.array(z.object({ id: UserId, company: z.string() })),
  ...SalesChain.shape,
  /** The staff of a harvest center. */
  hc_staff: z.array(NamedPerson),
  /** The payment provider's ids of the user and of the default card. */
  auth_customer_payment_profile_id: z.string().nullable(),
  auth_customer_profile_id: z.string().nullable(),
  /** The processing data and vials of a patient; null for other plans. */
  processing: ProcessingData.nullable(),
  vials_available: z.number().int().nullable(),
  vials_shipped: z.number().int().nullable(),
  /** The owner made this account, and no administrator has reviewed it yet. */
  awaits_review: z.boolean(),
  may: z.array(AdministratorMay),
});
export type ListedUser = z.infer<typeof ListedUser>;

const UserFilters = z.object({
  search: text(100).optional(),
  subscription_type: PlanIdInQuery.optional(),
  tags: z
    .string()
    .regex(/^\d{1,4}$/, 'Must be a number.')
    .transform(Number)
    .optional(),
  domain_id: DomainIdInPath.optional(),
});

export const listUsers = route({
  method: 'GET',
  path: '/api/admin/users/',
  summary: 'Active users, newest first, 30 at a time',
  access: 'users.list',
  reads: { what: 'list' },
  query: UserFilters.extend(paging(USERS_PER_PAGE)),
  answer: z.object({
    results: z.array(ListedUser),
    count: z.number().int(),
    /** False where more users match than the server counts; `count` is then a lower bound. */
    count_is_exact: z.boolean(),
  }),
});

/** The columns of the page's own file, for all users that match the filters (V-02). */
export const exportUsers = route({
  method: 'GET',
  path: '/api/admin/users/export-csv/',
  summary: 'All filtered users as a CSV file',
  access: 'users.list',
  reads: { what: 'export' },
  stepUp: true,
  query: UserFilters,
});

export const listInactiveUsers = route({
  method: 'GET',
  path: '/api/admin/users/all/inactive/',
  summary: 'Users that cannot log in any more',
  access: 'users.list',
  reads: { what: 'list' },
  answer: z.array(ListedUser),
});

export const listMemberships = route({
  method: 'GET',
  path: '/api/v1/memberships/',
  summary: 'The memberships there are',
  access: 'users.memberships',
  answer: z.array(Membership),
});

export const listUserTags = route({
  method: 'GET',
  path: '/api/v1/user-tags/',
  summary: 'The tags there are',
  access: 'users.list',
  answer: z.array(z.object({ id: z.number().int(), name: z.string() })),
});

/** The plans that an administrator can create in the wizard, in the order of its cards (S-34). */
export const creatablePlans = [
  Plan.lab,
  Plan.generalMember,
  Plan.salesRep,
  Plan.harvestCenter,
  Plan.referralCenter,
  Plan.salesManager,
  Plan.salesDistributor,
  Plan.staff,
  Plan.salesAffiliate,
] as const satisfies readonly Plan[];

/** The plans that are listed by their company. */
export const clinicPlans: readonly Plan[] = [Plan.harvestCenter, Plan.referralCenter, Plan.staff];

export const REQUIRED_FIELDS = 'Please fill in all required fields including domain';
export const REQUIRED_CLINIC_FIELDS = 'Please fill in clinic name and phone number';

export const NewUser = z
  .object({
    subscription: z.literal(creatablePlans, 'Choose a membership.'),
    domain: DomainId,
    first_name: requiredName('First Name', 100),
    last_name: requiredName('Last Name', 100),
    email: Email,
    password: NewPassword,
    company: optionalName(200),
    phone_number: PhoneNumber,
    address1: text(200),
    address2: text(200),
    city: text(100),
    state_desc: text(100),
    country_desc: text(100),
    zip_code: text(20),
  })
  .partial({
    company: true,
    phone_number: true,
    address1: true,
    address2: true,
    city: true,
    state_desc: true,
    country_desc: true,
    zip_code: true,
  });
export type NewUser = z.infer<typeof NewUser>;

export const addUser = route({
  method: 'POST',
  path: '/api/v1/users/add-user/',
  summary: 'Create a user of one of nine memberships',
  access: 'users.create',
  body: NewUser,
  answer: z.object({ success: z.literal(true), id: UserId, message: z.string() }),
  whenMissing: REQUIRED_FIELDS,
  refusals: {
    email_in_use: refusal(400, 'This e-mail already has an account.'),
    clinic_required: refusal(400, REQUIRED_CLINIC_FIELDS),
    unknown_domain: refusal(400, REQUIRED_FIELDS),
  },
});

const Done = z.object({ success: z.literal(true), message: z.string() });
const about = z.object({ id: UserIdInPath });

/** The action behind the button 'Delete User'. */
export const setUserInactive = route({
  method: 'GET',
  path: '/api/v1/users/set/inactive/:id/',
  summary: 'Deactivate a user and end their sessions',
  access: 'users.activate',
  params: about,
  answer: Done,
  refusals: { not_yourself: refusal(409, 'You cannot deactivate your own account.') },
  alsoPost: true,
});

export const setUserActive = route({
  method: 'GET',
  path: '/api/v1/users/set/active/:id/',
  summary: 'Let a deactivated user log in again',
  access: 'users.activate',
  params: about,
  answer: Done,
  alsoPost: true,
});

/** Makes the account unreachable; its signatures, purchases and shipments remain (S-25). */
export const deleteInactiveUser = route({
  method: 'DELETE',
  path: '/api/v1/users/delete-inactive/:id/',
  summary: 'Remove a deactivated user',
  access: 'users.delete',
  stepUp: true,
  params: about,
  answer: Done,
  refusals: { still_active: refusal(409, 'Only inactive users can be deleted.') },
});

export const emailExists = route({
  method: 'POST',
  path: '/api/v1/users/email-exists/',
  summary: 'Whether an e-mail has an account',
  access: 'users.email_exists',
  body: z.object({ email: Email }),
  answer: z.object({ exists: z.boolean() }),
});

/** A user with the fields of the edit form. */
export const UserDetails = z.object({
  id: UserId,
  username: z.string(),
  email: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  phone_number: z.string(),
  company: z.string(),
  address1: z.string(),
  address2: z.string(),
  city: z.string(),
  state_desc: z.string(),
  country_desc: z.string(),
  zip_code: z.string(),
  template_id: z.string().nullable(),
  subscription: z.object({ id: PlanId, name: z.string() }),
  domain: z.object({ id: DomainId, name: z.string() }),
  tags: z.array(z.number().int()),
  date_joined: z.string(),
  last_login: z.string().nullable(),
  is_active: z.boolean(),
  related_users: z.array(RelatedUserWithTheirs),
  processing_lab: NamedPerson.nullable(),
  ...SalesChain.shape,
  processing: ProcessingData.nullable(),
  vials_available: z.number().int().nullable(),
  vials_shipped: z.number().int().nullable(),
  /** Increases with every change; the form sends back the version that it was filled from. */
  version: z.number().int(),
  may: z.array(AdministratorMay),
  /** The plans that this administrator can give this user, including the present one (S-34). */
  may_become: z.array(PlanId),
});
export type UserDetails = z.infer<typeof UserDetails>;

export const readUserDetails = route({
  method: 'GET',
  path: '/api/admin/users/:id/details/',
  summary: 'One user with everything an administrator may change',
  access: 'users.edit',
  reads: { what: 'profile', subjects: (_, { params }) => [params.id] },
  params: about,
  answer: UserDetails,
});

/** The sales chain that the lists would show, before the form with the changed centers is saved (U-36). */
export const readSalesChain = route({
  method: 'GET',
  path: '/api/admin/users/:id/sales-chain/',
  summary: 'Who sells to a patient or donor of these centers',
  access: 'users.edit',
  reads: { what: 'list' },
  params: about,
  query: z.object({ harvest_center: UserIdInPath.optional(), referral_harvest_center: UserIdInPath.optional() }),
  answer: SalesChain,
});
