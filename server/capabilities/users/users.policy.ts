import type { Plan } from '@vialkeep/contract/plans.ts';
import type { ExpressionBuilder } from 'kysely';
import type { DB as Tables } from '../../kernel/db/tables.generated.ts';
import { administrators, everyone, only, type Policy } from '../../kernel/policy.ts';
import type { Actor } from '../../kernel/session/actor.ts';

export const usersPolicy: Policy = {
  'users.list': only(administrators),
  'users.memberships': everyone(),
};

/**
 * Which users exist, as far as this actor can tell. The connection's scope keeps sites apart a second time. There is no
 * default, so a new plan does not compile until somebody decides.
 */
export function visibleTo(actor: Actor) {
  return (eb: ExpressionBuilder<Tables, 'users'>) => {
    const themself = eb('users.id', '=', actor.userId);
    switch (actor.plan) {
      case 7:
      case 10:
        return actor.scope === 'platform' ? eb.lit(true) : eb('users.domain_id', '=', actor.scope);
      case 1:
      case 2:
      case 3:
      case 4:
      case 5:
      case 6:
      case 8:
      case 9:
      case 11:
      case 12:
      case 15:
      case 16:
        return themself;
    }
  };
}

/** S-05, S-31: within one's sites; only a super admin acts for an admin, and nobody for a super admin or themself. */
export function mayBeActedFor(actor: Actor, target: { id: number; plan: Plan; domainId: number }): boolean {
  if (actor.scope !== 'platform' && target.domainId !== actor.scope) return false;
  if (target.id === actor.userId || target.plan === 10) return false;
  return target.plan !== 7 || actor.plan === 10;
}
