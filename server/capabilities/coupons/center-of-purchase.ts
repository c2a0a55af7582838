import { UserId } from '@vialkeep/contract/kernel/ids.ts';
import { Plan } from '@vialkeep/contract/plans.ts';
import type { Db } from '../../kernel/db/db.ts';
import type { Actor } from '../../kernel/session/actor.ts';

/**
 * Finds the harvest center of a purchase from the relations: a center itself, a patient's center, or for a referral
 * center its only one or the one of its centers that it names (S-22).
 */
export async function centerOfPurchase(db: Db, actor: Actor, named: UserId | null): Promise<UserId | null> {
  if (actor.plan === Plan.harvestCenter) return actor.userId;
  const centers = await db
    .selectFrom('active_relations')
    .select('object_id')
    .where('subject_id', '=', actor.userId)
    .where('kind', '=', 'center')
    .orderBy('id')
    .execute();
  return chooseCenter(
    actor,
    centers.map(({ object_id }) => UserId.parse(object_id)),
    named,
  );
}

/** Chooses among the centers of the buyer, in the order of their relations. */
export function chooseCenter(actor: Actor, ids: readonly UserId[], named: UserId | null): UserId | null {
  if (actor.plan === Plan.harvestCenter) return actor.userId;
  if (ids.length === 1 && (named === null || actor.plan !== Plan.referralCenter)) return ids[0] ?? null;
  return ids.find((id) => id === named) ?? null;
}
