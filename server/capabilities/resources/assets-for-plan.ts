import type { DomainId } from '@vialkeep/contract/kernel/ids.ts';
import type { Plan } from '@vialkeep/contract/plans.ts';
import { sql } from 'kysely';
import type { Db } from '../../kernel/db/db.ts';
import { type Placeholders, statement } from '../../kernel/db/statement.ts';
import type { Access } from '../../kernel/policy/access.ts';
import { type AssetRow, assets, forPlan } from './resources.queries.ts';

type Asking = { readonly access: Access; readonly db: Db };

/** The assets for users of a plan: the caller's own plan, or for an administrator any plan. */
export async function assetsForPlan({ access, db }: Asking, plan: Plan): Promise<AssetRow[]> {
  const { actor } = access;
  access.authorize({ domainId: actor.domainId, plans: [plan] });
  const isEverySite = plan !== actor.plan && actor.scope === 'platform';
  return isEverySite ? assetsOfPlan(db, { plan }) : assetsOfSite(db, { plan, domainId: actor.domainId });
}

const assetsOfPlan = statement((db, { plan }: Placeholders<{ plan: Plan }>) => byName(db).where(forPlan(plan)));

/** Also the assets without a domain (S-31). */
const assetsOfSite = statement((db, { plan, domainId }: Placeholders<{ plan: Plan; domainId: DomainId }>) =>
  byName(db)
    .where(forPlan(plan))
    .where((eb) => eb.or([eb('assets.domain_id', 'is', null), eb('assets.domain_id', '=', domainId)])),
);

function byName(db: Db) {
  return assets(db).orderBy(sql`lower(assets.asset_name)`).orderBy('assets.id');
}
