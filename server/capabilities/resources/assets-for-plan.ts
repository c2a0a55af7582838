import type { Plan } from '@vialkeep/contract/plans.ts';
import { sql } from 'kysely';
import type { Db } from '../../kernel/db/db.ts';
import { refuse } from '../../kernel/http/refuse.ts';
import type { Services } from '../../kernel/services.ts';
import type { Actor } from '../../kernel/session/actor.ts';
import { type AssetRow, assets, forPlan, ofReach, ofSite } from './resources.queries.ts';

type Asking = { readonly actor: Actor; readonly db: Db; readonly services: Services };

/** The assets for users of a plan: the caller's own plan, or for an administrator any plan. */
export async function assetsForPlan({ actor, db, services }: Asking, plan: Plan): Promise<AssetRow[]> {
  const isOwn = plan === actor.plan;
  if (!isOwn && !services.permissions.permits(actor, 'resources.manage')) throw refuse('not_found');
  return assets(db)
    .where(forPlan(plan))
    .where(isOwn ? ofSite(actor) : ofReach(actor))
    .orderBy(sql`lower(assets.asset_name)`)
    .orderBy('assets.id')
    .execute();
}
