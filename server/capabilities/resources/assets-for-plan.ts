import type { Plan } from '@vialkeep/contract/plans.ts';
import { sql } from 'kysely';
import type { Db } from '../../kernel/db/db.ts';
import type { Access } from '../../kernel/policy/access.ts';
import { type AssetRow, assets, forPlan, ofReach, ofSite } from './resources.queries.ts';

type Asking = { readonly access: Access; readonly db: Db };

/** The assets for users of a plan: the caller's own plan, or for an administrator any plan. */
export async function assetsForPlan({ access, db }: Asking, plan: Plan): Promise<AssetRow[]> {
  const { actor } = access;
  access.authorize({ domainId: actor.domainId, plans: [plan] });
  return assets(db)
    .where(forPlan(plan))
    .where(plan === actor.plan ? ofSite(actor) : ofReach(actor))
    .orderBy(sql`lower(assets.asset_name)`)
    .orderBy('assets.id')
    .execute();
}
