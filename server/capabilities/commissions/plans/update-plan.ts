import {
  type CommissionRuleInput,
  deleteCommissionPlan,
  updateCommissionPlan,
} from '@vialkeep/contract/commission-plans.ts';
import { audit } from '../../../kernel/audit/audit.ts';
import type { Db } from '../../../kernel/db/db.ts';
import { handle } from '../../../kernel/http/handle.ts';
import { refuseBy } from '../../../kernel/http/refuse.ts';
import { replaceRules, requirePeople, requireSite } from './plan-columns.ts';
import { listRules, lockPlan, presentPlanOf } from './plans.queries.ts';

export const updateCommissionPlanHandler = handle(
  updateCommissionPlan,
  async ({ actor, body, params, services, write }) => {
    const { rules: newRules, version, domain_id, ...details } = body;
    const site = domain_id === undefined ? undefined : await requireSite(services, actor, domain_id);
    return write(async (work) => {
      const plan = await lockPlan(work, actor, params.id);
      if (plan.state !== 'draft') throw refuseBy(updateCommissionPlan, 'plan_adopted');
      if (version !== undefined && version !== plan.version) throw refuseBy(updateCommissionPlan, 'changed_meanwhile');
      const domainId = site === undefined ? plan.domain_id : site;
      const rules = newRules ?? (await readRuleInputs(work.db, plan.id));
      await requirePeople(work.db, {
        domainId,
        rules,
        house_id: details.house_id === undefined ? plan.house_id : details.house_id,
        // @NOTE the database allows only these words.
        empty_seats: details.empty_seats ?? (plan.empty_seats as 'nobody' | 'house'),
      });
      await work.db
        .updateTable('commission_plans')
        .set({ ...details, domain_id: domainId, version: plan.version + 1 })
        .where('id', '=', plan.id)
        .execute();
      if (newRules !== undefined || domainId !== plan.domain_id) {
        await replaceRules(work, { planId: plan.id, domainId, rules });
      }
      await audit(work, {
        domainId: domainId ?? actor.domainId,
        action: 'commissions.update_plan',
        subject: 'commission_plan',
        subjectId: plan.id,
        facts: { fields: Object.keys(body), rules: rules.length },
      });
      return presentPlanOf(work.db, actor, plan.id);
    });
  },
);

async function readRuleInputs(db: Db, planId: number): Promise<CommissionRuleInput[]> {
  const rules = await listRules(db, [planId]);
  // @NOTE these ids were parsed when the rule was written.
  return rules.map((rule) => ({ ...rule, piece: rule.piece_cents })) as CommissionRuleInput[];
}

export const deleteCommissionPlanHandler = handle(deleteCommissionPlan, async ({ actor, params, write }) => {
  await write(async (work) => {
    const plan = await lockPlan(work, actor, params.id);
    if (plan.state !== 'draft') throw refuseBy(deleteCommissionPlan, 'plan_adopted');
    await work.db.deleteFrom('commission_plans').where('id', '=', plan.id).execute();
    await audit(work, {
      domainId: plan.domain_id ?? actor.domainId,
      action: 'commissions.delete_plan',
      subject: 'commission_plan',
      subjectId: plan.id,
    });
  });
  return { success: true as const, message: 'The draft has been deleted.' };
});
