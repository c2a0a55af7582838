import { createCommissionPlan } from '@vialkeep/contract/commission-plans.ts';
import { audit } from '../../../kernel/audit/audit.ts';
import { handle } from '../../../kernel/http/handle.ts';
import { replaceRules, requirePeople, requireSite } from './plan-columns.ts';
import { presentPlanOf } from './plans.queries.ts';

export const createCommissionPlanHandler = handle(createCommissionPlan, async ({ actor, body, services, write }) => {
  const { rules, ...details } = body;
  const domainId = await requireSite(services, actor, body.domain_id);
  return write(async (work) => {
    await requirePeople(work.db, { ...body, domainId });
    const { id } = await work.db
      .insertInto('commission_plans')
      .values({ ...details, domain_id: domainId, made_by: work.cause.actorId })
      .returning('id')
      .executeTakeFirstOrThrow();
    await replaceRules(work, { planId: id, domainId, rules });
    await audit(work, {
      // A plan of every site is audited on the administrator's own site.
      domainId: domainId ?? actor.domainId,
      action: 'commissions.create_plan',
      subject: 'commission_plan',
      subjectId: id,
      facts: { starts_on: body.starts_on, rules: rules.length, site: domainId },
    });
    return presentPlanOf(work.db, actor, id);
  });
});
