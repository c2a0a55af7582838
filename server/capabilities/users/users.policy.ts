import type { Plan } from '@vialkeep/contract/plans.ts';
import { administrators, everyone, only, type Policy } from '../../kernel/policy.ts';
import type { Actor } from '../../kernel/session/actor.ts';

export const usersPolicy: Policy = {
  'users.list': only(administrators),
  'users.memberships': everyone(),
};

/** S-05: only a super admin acts for an admin, and nobody for a super admin or for themself. */
export function mayBeActedFor(actor: Actor, target: { id: number; plan: Plan }): boolean {
  if (target.id === actor.userId || target.plan === 10) return false;
  return target.plan !== 7 || actor.plan === 10;
}
