import { z } from 'zod';
import { DomainId, DomainIdInPath, UserIdInPath } from './kernel/ids.ts';
import { refusal } from './kernel/refusal.ts';
import { route } from './kernel/route.ts';
import { PlanId } from './plans.ts';

const minutes = z.number().int().min(1, 'At least 1 minute.').max(720, 'At most 720 minutes.');

export const IdentityPolicyFields = z.object({
  /** The memberships that must have a second factor. */
  second_factor_plans: z.array(PlanId).max(20),
  grace_days: z.number().int().min(0, 'At least 0 days.').max(365, 'At most 365 days.'),
  step_up: z.boolean(),
  verify_email: z.boolean(),
  review_sign_ups: z.boolean(),
  acting_reason: z.enum(['optional', 'required']),
  idle_minutes_staff: minutes,
  idle_minutes_others: minutes,
  new_device_letter: z.boolean(),
});
export type IdentityPolicyFields = z.infer<typeof IdentityPolicyFields>;

const Policies = z.object({
  domain: z.object({ id: DomainId, name: z.string() }),
  /** What every site of the installation asks at least. */
  installation: IdentityPolicyFields,
  /** What this site asks. */
  policy: IdentityPolicyFields,
});

export const readIdentityPolicy = route({
  method: 'GET',
  path: '/api/admin/identity-policy/:domain_id/',
  summary: 'What a site asks of the people who log in',
  access: 'identity.policy',
  params: z.object({ domain_id: DomainIdInPath }),
  answer: Policies,
});

export const changeIdentityPolicy = route({
  method: 'PUT',
  path: '/api/admin/identity-policy/:domain_id/',
  summary: 'Make the policy of a site stricter than that of the installation',
  access: 'identity.policy',
  params: z.object({ domain_id: DomainIdInPath }),
  body: IdentityPolicyFields.partial(),
  answer: Policies.extend({ success: z.literal(true), message: z.string() }),
  refusals: {
    looser_than_installation: refusal(400, 'A site can be stricter than the installation, never looser.'),
  },
  stepUp: true,
});

export const reviewAccount = route({
  method: 'POST',
  path: '/api/admin/users/:id/review/',
  summary: 'Confirm that an account which its owner made may work with other people',
  access: 'users.review',
  params: z.object({ id: UserIdInPath }),
  answer: z.object({ success: z.literal(true), message: z.string() }),
});
