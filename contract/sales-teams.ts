import { z } from 'zod';
import { UserId, UserIdInPath } from './kernel/ids.ts';
import { orEmpty } from './kernel/or-empty.ts';
import { refusal } from './kernel/refusal.ts';
import { route } from './kernel/route.ts';
import { Email, requiredName } from './kernel/text.ts';

const about = z.object({ id: UserIdInPath });

const Member = z.object({ id: UserId, first_name: z.string(), last_name: z.string() });

export const TeamMember = Member.extend({ email: z.string() });
export type TeamMember = z.infer<typeof TeamMember>;

/** A rep with their sales managers. */
export const TeamRep = TeamMember.extend({ sales_manager: z.array(Member) });
export type TeamRep = z.infer<typeof TeamRep>;

export const listRepsOfManager = route({
  method: 'GET',
  path: '/api/v1/sales-rep/sales-manager/list/:id/',
  summary: 'The sales reps of a sales manager',
  access: 'sales_teams.reps_of_manager',
  reads: { what: 'list' },
  params: about,
  answer: z.array(TeamMember),
});

export const listManagersOfDistributor = route({
  method: 'GET',
  path: '/api/v1/sales-distributors/:id/sales-managers/',
  summary: 'The sales managers of a distributor',
  access: 'sales_teams.of_distributor',
  reads: { what: 'list' },
  params: about,
  answer: z.array(TeamMember),
});

export const listRepsOfDistributor = route({
  method: 'GET',
  path: '/api/v1/sales-distributors/:id/sales-rep/',
  summary: 'The sales reps of a distributor’s managers',
  access: 'sales_teams.of_distributor',
  reads: { what: 'list' },
  params: about,
  answer: z.array(TeamRep),
});

const Done = z.object({ success: z.literal(true), message: z.string() });

/** The id is the member's; only the relation to the caller ends. An administrator ends every one (U-18). */
export const removeRepFromTeam = route({
  method: 'GET',
  path: '/api/v1/sales-rep/:id/remove-team/',
  summary: 'Take a sales rep out of the own team',
  access: 'sales_teams.remove_rep',
  params: about,
  answer: Done,
  alsoPost: true,
});

export const removeManagerFromTeam = route({
  method: 'GET',
  path: '/api/v1/sales-distributors/:id/remove-team/',
  summary: 'Take a sales manager out of the own team',
  access: 'sales_teams.remove_manager',
  params: about,
  answer: Done,
  alsoPost: true,
});

/** The first password is sent by email; a password in the body is ignored (S-16). */
export const addSalesManager = route({
  method: 'POST',
  path: '/api/v1/sales-managers/',
  summary: 'Add a sales manager to the own team',
  access: 'sales_teams.add_manager',
  body: z.object({
    first_name: requiredName('First Name', 100),
    last_name: requiredName('Last Name', 100),
    email: Email,
    /** Sent by administrators; a distributor always adds to the own team. */
    sales_distributor_id: orEmpty(UserId).optional(),
  }),
  answer: z.object({ success: z.literal(true), id: UserId, message: z.string() }),
  refusals: { email_in_use: refusal(400, 'This e-mail already has an account.') },
});
