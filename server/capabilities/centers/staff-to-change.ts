import type { UserId } from '@vialkeep/contract/kernel/ids.ts';
import { Plan } from '@vialkeep/contract/plans.ts';
import type { Work } from '../../kernel/db/db.ts';
import { orNotFound } from '../../kernel/http/refuse.ts';
import type { Access } from '../../kernel/policy/access.ts';
import type { Actor } from '../../kernel/session/actor.ts';
import { bumpVersion } from '../accounts/index.ts';
import { authorizeAccountOf, openRelations } from '../network/index.ts';

/** Staff inside a center's account cannot approve or remove staff. */
export function isStaffInside(actor: Actor): boolean {
  return actor.acting?.kind === 'staff_access';
}

type StaffOfCenter = { user_id: UserId; hc_id: UserId };

/**
 * Locks the relation of a staff member to a center until the transaction ends: first the user, then the relation, in
 * the same order as an administrator who saves the user.
 */
export async function staffToChange(work: Work, access: Access, { user_id, hc_id }: StaffOfCenter) {
  const center = await authorizeAccountOf(access, work.db, hc_id, Plan.harvestCenter);
  orNotFound(await standing(work, user_id, center.id).executeTakeFirst());
  await bumpVersion(work, user_id, undefined);
  // Read again: the transaction that held the lock may have ended the relation.
  return orNotFound(await standing(work, user_id, center.id).forUpdate(['relations']).executeTakeFirst());
}

function standing({ db }: Work, userId: UserId, centerId: number) {
  return openRelations(db)
    .innerJoin('account_names as staff', 'staff.id', 'relations.subject_id')
    .select(['relations.id', 'relations.domain_id', 'relations.approved_at', 'staff.username'])
    .where('relations.subject_id', '=', userId)
    .where('relations.kind', '=', 'center')
    .where('relations.object_id', '=', centerId)
    .where('staff.plan_id', '=', Plan.staff);
}
