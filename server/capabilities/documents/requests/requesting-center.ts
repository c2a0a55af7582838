import type { Plan } from '@vialkeep/contract/plans.ts';
import type { Db } from '../../../kernel/db/db.ts';
import { orNotFound, refuse } from '../../../kernel/http/refuse.ts';
import { administrators } from '../../../kernel/policy/policy.ts';
import type { Actor } from '../../../kernel/session/actor.ts';
import { visibleUser } from '../../network/index.ts';

export type RequestingCenter = Awaited<ReturnType<typeof requestingCenter>>;

/** The clinic that requests documents: the caller's own account, or the one that an administrator names. */
export async function requestingCenter(db: Db, actor: Actor, named: number | null | undefined, plans: readonly Plan[]) {
  const isAdministrator = administrators.includes(actor.plan);
  const id = named ?? (isAdministrator ? null : actor.userId);
  if (id === null) {
    const message = 'Choose a harvest center.';
    throw refuse('invalid_input', { message, fields: ['harvest_center_id'] });
  }
  if (!isAdministrator && id !== actor.userId) throw refuse('not_found');
  const user = await visibleUser(db, actor, id);
  return orNotFound(plans.some((plan) => plan === user.plan_id) ? user : null);
}
