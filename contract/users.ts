import { z } from 'zod';
import { DomainIdInPath, UserId } from './kernel/ids.ts';
import { pageOf, paging } from './kernel/paging.ts';
import { route } from './kernel/route.ts';
import { text } from './kernel/text.ts';
import { Membership, PlanId } from './plans.ts';

export const USERS_PER_PAGE = 30;

/** One line of an administrator's list. C-16: the plan is a plain id here. */
export const ListedUser = z.object({
  id: UserId,
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  company: z.string(),
  phone_number: z.string(),
  subscription: PlanId,
  subscription_name: z.string(),
  domain: z.object({ id: z.number().int(), name: z.string() }),
  date_joined: z.string(),
  last_login: z.string().nullable(),
  may: z.array(z.enum(['login_as'])),
});
export type ListedUser = z.infer<typeof ListedUser>;

const PlanIdInQuery = z
  .string()
  .regex(/^\d{1,2}$/, 'Must be a number.')
  .transform(Number)
  .pipe(PlanId);

export const listUsers = route({
  method: 'GET',
  path: '/api/admin/users/',
  summary: 'Active users, newest first, 30 at a time',
  access: 'users.list',
  query: z.object({
    ...paging(USERS_PER_PAGE),
    search: text(100).optional(),
    subscription_type: PlanIdInQuery.optional(),
    domain_id: DomainIdInPath.optional(),
  }),
  answer: pageOf(ListedUser),
});

export const listInactiveUsers = route({
  method: 'GET',
  path: '/api/admin/users/all/inactive/',
  summary: 'Users that cannot log in any more',
  access: 'users.list',
  answer: z.array(ListedUser),
});

export const listMemberships = route({
  method: 'GET',
  path: '/api/v1/memberships/',
  summary: 'The memberships there are',
  access: 'users.memberships',
  answer: z.array(Membership),
});
