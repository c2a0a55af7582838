import { listCenterOptions } from '@vialkeep/contract/centers.ts';
import { MOST_OPTIONS } from '@vialkeep/contract/network.ts';
import { Plan } from '@vialkeep/contract/plans.ts';
import { fixedLimit } from '../../kernel/db/fixed-limit.ts';
import { whenDefined } from '../../kernel/db/when-defined.ts';
import { type Call, handle } from '../../kernel/http/handle.ts';
import { likePattern, optionsOf } from '../network/index.ts';

/**
 * A Patients List user chooses among all centers of the site, although other calls do not show them centers; a lab
 * chooses among its own centers (U-12).
 */
export const listCenterOptionsHandler = handle(listCenterOptions, async (call) =>
  call.actor.plan === Plan.patientsList
    ? centersOfSite(call)
    : optionsOf(call.db, call.access, Plan.harvestCenter, call.query),
);

async function centersOfSite({ actor, db, query }: Call<typeof listCenterOptions>) {
  const rows = await db
    .selectFrom('users')
    .select(['id', 'first_name', 'last_name', 'company', 'username'])
    .where('plan_id', '=', Plan.harvestCenter)
    .where('is_active', '=', true)
    .where('removed_at', 'is', null)
    .where('domain_id', '=', actor.domainId)
    .where((eb) =>
      eb.and([
        ...whenDefined(query.domain_id, (value) => eb('domain_id', '=', value)),
        ...whenDefined(query.search, (value) => eb('search_text', 'like', likePattern(value))),
      ]),
    )
    .orderBy('id', 'desc')
    .limit(fixedLimit(MOST_OPTIONS))
    .execute();
  return rows.map(({ username, ...center }) => ({ ...center, value: center.id, label: center.company || username }));
}
