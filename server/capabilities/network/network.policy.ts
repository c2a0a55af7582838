import { Plan } from '@vialkeep/contract/plans.ts';
import { administrators, only, ownOrAdministered, type Policy } from '../../kernel/policy/policy.ts';
import type { Actor } from '../../kernel/session/actor.ts';

export const networkPolicy: Policy = {
  'network.choose': only(administrators),
  'network.change': only(administrators),
  'network.read': ownOrAdministered(),
  'network.identify': ownOrAdministered(),
};

/**
 * Allowed within the actor's sites. Only a super admin impersonates an admin; a super admin and the actor's own account
 * are never targets (S-05, S-31).
 */
export function canImpersonate(actor: Actor, target: { id: number; plan: Plan; domainId: number }): boolean {
  if (actor.scope !== 'platform' && target.domainId !== actor.scope) return false;
  if (target.id === actor.userId || target.plan === Plan.superAdmin) return false;
  return target.plan !== Plan.admin || actor.plan === Plan.superAdmin;
}
