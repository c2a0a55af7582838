import { withdrawCommissionPlan } from '@vialkeep/contract/commission-plans.ts';
import { sql } from 'kysely';
import { audit } from '../../../kernel/audit/audit.ts';
import { handle } from '../../../kernel/http/handle.ts';
import { refuseBy } from '../../../kernel/http/refuse.ts';
import { hasBegun, lockPlan, presentPlanOf } from './plans.queries.ts';

/** Takes back the adoption of a plan that no sale can have been under, and gives the plan before it no end again. */
export const withdrawCommissionPlanHandler = handle(withdrawCommissionPlan, ({ actor, body, params, write }) =>
  write(async (work) => {
    // Before any row is locked: sales that earn at this moment hold it until they commit.
    await sql`select change_commission_plans()`.execute(work.db);
    const plan = await lockPlan(work, actor, params.id);
    if (plan.state !== 'adopted') throw refuseBy(withdrawCommissionPlan, 'not_adopted');
    if (hasBegun(plan)) throw refuseBy(withdrawCommissionPlan, 'plan_begun');
    if (plan.ends_on !== null) throw refuseBy(withdrawCommissionPlan, 'plan_followed');
    if (body.version !== plan.version) throw refuseBy(withdrawCommissionPlan, 'changed_meanwhile');
    await work.db
      .updateTable('commission_plans')
      .set({
        state: 'withdrawn',
        withdrawn_by: work.cause.actorId,
        withdrawn_at: sql`now()`,
        version: plan.version + 1,
      })
      .where('id', '=', plan.id)
      .execute();
    const { rows: reopened } = await sql<{ id: number }>`update commission_plans set ends_on = null
      where state = 'adopted' and domain_id is not distinct from ${plan.domain_id}::integer
        and ends_on = ${plan.starts_on}::date - 1 returning id`.execute(work.db);
    await audit(work, {
      domainId: plan.domain_id ?? actor.domainId,
      action: 'commissions.withdraw_plan',
      subject: 'commission_plan',
      subjectId: plan.id,
      facts: { starts_on: plan.starts_on, site: plan.domain_id, reopened: reopened[0]?.id ?? null },
    });
    return presentPlanOf(work.db, actor, plan.id);
  }),
);
