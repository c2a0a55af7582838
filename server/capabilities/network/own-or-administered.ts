import type { Plan } from '@vialkeep/contract/plans.ts';
import type { Db } from '../../kernel/db/db.ts';
import { found, refuse } from '../../kernel/http/refuse.ts';
import { administrators } from '../../kernel/policy.ts';
import type { Actor } from '../../kernel/session/actor.ts';
import { visibleUser } from './network.queries.ts';

/** Somebody of this plan: oneself, or for an administrator anybody they see. Otherwise there is nobody. */
export async function ownOrAdministered<P extends Plan>(db: Db, actor: Actor, id: number, plan: P) {
  if (id !== actor.userId && !administrators.includes(actor.plan)) throw refuse('not_found');
  const user = await visibleUser(db, actor, id);
  return { ...found(user.plan_id === plan ? user : null), plan };
}
