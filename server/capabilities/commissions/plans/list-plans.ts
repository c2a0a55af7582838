import { listCommissionPlans, readCommissionPlan } from '@vialkeep/contract/commission-plans.ts';
import { handle } from '../../../kernel/http/handle.ts';
import { listPlans, presentPlanOf, presentPlans } from './plans.queries.ts';

export const listCommissionPlansHandler = handle(listCommissionPlans, async ({ actor, db, query, services }) => {
  const [plans, house] = await Promise.all([
    listPlans(db, actor, query.domain_id).then((rows) => presentPlans(db, rows)),
    db.selectFrom('account_names').select('id').where('id', '=', services.settings.defaultRhcSrid).executeTakeFirst(),
  ]);
  return { results: plans, proposed_house_id: house?.id ?? null };
});

export const readCommissionPlanHandler = handle(readCommissionPlan, ({ actor, db, params }) =>
  presentPlanOf(db, actor, params.id),
);
