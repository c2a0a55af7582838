import { Plan } from '@vialkeep/contract/plans.ts';
import { administrators, only, ownOrAdministered, type Policy } from '../../kernel/policy/policy.ts';
import type { Actor } from '../../kernel/session/actor.ts';

export const networkPolicy: Policy = {
  'network.choose': only(administrators),
  'network.change': only(administrators),
  'network.read': ownOrAdministered(),
  'network.identify': ownOrAdministered(),
};

/** S-05, S-31: within one's sites; only a super admin acts for an admin, and nobody for a super admin or themself. */
export function canImpersonate(actor: Actor, target: { id: number; plan: Plan; domainId: number }): boolean {
  if (actor.scope !== 'platform' && target.domainId !== actor.scope) return false;
  if (target.id === actor.userId || target.plan === Plan.superAdmin) return false;
  return target.plan !== Plan.admin || actor.plan === Plan.superAdmin;
}
