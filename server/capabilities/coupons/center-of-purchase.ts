import { UserId } from '@vialkeep/contract/kernel/ids.ts';
import { Plan } from '@vialkeep/contract/plans.ts';
import type { Db } from '../../kernel/db/db.ts';
import type { Actor } from '../../kernel/session/actor.ts';

/**
 * S-22: the harvest center a purchase belongs to, whatever the body says. A center buys for itself, a patient at their
 * center, a referral center at the one of its centers that it names, or at its only one.
 */
export async function centerOfPurchase(db: Db, actor: Actor, named: UserId | null): Promise<UserId | null> {
  if (actor.plan === Plan.harvestCenter) return actor.userId;
  const centers = await db
    .selectFrom('relations')
    .select('object_id')
    .where('subject_id', '=', actor.userId)
    .where('kind', '=', 'center')
    .where('ended_at', 'is', null)
    .where('approved_at', 'is not', null)
    .orderBy('id')
    .execute();
  const ids = centers.map(({ object_id }) => UserId.parse(object_id));
  if (ids.length === 1 && (named === null || actor.plan !== Plan.referralCenter)) return ids[0] ?? null;
  return ids.find((id) => id === named) ?? null;
}
