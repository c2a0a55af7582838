import { Plan } from '@vialkeep/contract/plans.ts';
import type { Db } from '../../kernel/db/db.ts';
import { administrators } from '../../kernel/policy/policy.ts';
import type { Actor } from '../../kernel/session/actor.ts';
import { relationsWithHistory } from '../network/index.ts';

/** Links of referral centers to the centers that this actor decides for: pending, approved and ended. */
export function referralLinks(db: Db, actor: Actor) {
  return relationsWithHistory(db)
    .innerJoin('account_names as referral', 'referral.id', 'relations.subject_id')
    .innerJoin('account_names as center', 'center.id', 'relations.object_id')
    .select([
      'relations.id',
      'relations.domain_id',
      'relations.approved_at',
      'relations.started_at',
      'relations.ended_at',
      'referral.id as user_id',
      'referral.company',
      'referral.username',
      'referral.email',
      'center.id as hc_id',
      'center.company as hc_company',
    ])
    .where('relations.kind', '=', 'center')
    .where('referral.plan_id', '=', Plan.referralCenter)
    .where('referral.is_active', '=', true)
    .where((eb) => {
      if (!administrators.includes(actor.plan)) return eb('relations.object_id', '=', actor.userId);
      return actor.scope === 'platform' ? eb.lit(true) : eb('relations.domain_id', '=', actor.scope);
    });
}
