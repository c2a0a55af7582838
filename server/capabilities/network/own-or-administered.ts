import type { Plan } from '@vialkeep/contract/plans.ts';
import type { Db } from '../../kernel/db/db.ts';
import { orNotFound, refuse } from '../../kernel/http/refuse.ts';
import { administrators } from '../../kernel/policy/policy.ts';
import type { Actor } from '../../kernel/session/actor.ts';
import { visibleUser } from './network.queries.ts';

/** Somebody of one of these plans: oneself, or for an administrator anybody they see. Otherwise there is nobody. */
export async function ownOrAdministered<P extends Plan>(db: Db, actor: Actor, id: number, ...plans: P[]) {
  if (id !== actor.userId && !administrators.includes(actor.plan)) throw refuse('not_found');
  const user = await visibleUser(db, actor, id);
  const plan = orNotFound(plans.find((one) => one === user.plan_id));
  return { ...user, plan };
}
