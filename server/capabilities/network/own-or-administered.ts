import type { Plan } from '@vialkeep/contract/plans.ts';
import type { Db } from '../../kernel/db/db.ts';
import { orNotFound, refuse } from '../../kernel/http/refuse.ts';
import { administrators } from '../../kernel/policy/policy.ts';
import type { Actor } from '../../kernel/session/actor.ts';
import { visibleUser } from './network.queries.ts';

/**
 * The user with this id, of one of these plans: the caller, or for an administrator a user on their sites; 404
 * otherwise.
 */
export async function ownOrAdministered<P extends Plan>(db: Db, actor: Actor, id: number, ...plans: P[]) {
  if (id !== actor.userId && !administrators.includes(actor.plan)) throw refuse('not_found');
  const user = await visibleUser(db, actor, id);
  const plan = orNotFound(plans.find((one) => one === user.plan_id));
  return { ...user, plan };
}
