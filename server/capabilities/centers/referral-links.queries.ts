import { Plan } from '@vialkeep/contract/plans.ts';
import type { Db } from '../../kernel/db/db.ts';
import type { Access } from '../../kernel/policy/access.ts';
import { relationsWithHistory } from '../network/index.ts';

/** Links of referral centers to the centers that this actor decides for: pending, approved and ended. */
export function referralLinks(db: Db, access: Access) {
  const { id, isWholeSite } = access.listFilter();
  const { scope } = access.actor;
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
      if (!isWholeSite) return eb('relations.object_id', '=', id);
      return scope === 'platform' ? eb.lit(true) : eb('relations.domain_id', '=', scope);
    });
}
