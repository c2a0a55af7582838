import { adoptCommissionPlan } from '@vialkeep/contract/commission-plans.ts';
import { sql } from 'kysely';
import { audit } from '../../../kernel/audit/audit.ts';
import type { Work } from '../../../kernel/db/db.ts';
import { handle } from '../../../kernel/http/handle.ts';
import { refuseBy } from '../../../kernel/http/refuse.ts';
import { enqueue } from '../../../kernel/jobs/jobs.ts';
import { EARN_BACKLOG } from '../lines/earn-backlog.ts';
import { findAmbiguity, takesMoreThanAll } from './check-rules.ts';
import { requirePeople } from './plan-columns.ts';
import { listRules, lockPlan, type PlanRow, presentPlanOf } from './plans.queries.ts';

export const adoptCommissionPlanHandler = handle(
  adoptCommissionPlan,
  ({ actor, body, params, write }) =>
    write(async (work) => {
      // Before any row is locked: sales that earn at this moment hold it until they commit.
      await sql`select change_commission_plans()`.execute(work.db);
      const plan = await lockPlan(work, actor, params.id);
      if (plan.state !== 'draft') throw refuseBy(adoptCommissionPlan, 'plan_adopted');
      if (body.version !== plan.version) throw refuseBy(adoptCommissionPlan, 'changed_meanwhile');
      if (plan.starts_on > inOneYear()) {
        throw refuseBy(adoptCommissionPlan, 'too_far_ahead', { fields: ['starts_on'] });
      }
      await adoptPlan(work, plan, actor.domainId);
      await enqueue(work, EARN_BACKLOG, {}, EARN_BACKLOG);
      return presentPlanOf(work.db, actor, plan.id);
    }),
  { adopted_plans_do_not_overlap: { reason: 'plans_overlap', field: 'starts_on' } },
);

/** No plan can be adopted before one that is adopted already, so that one for a distant day would keep all others out. */
function inOneYear(): string {
  const day = new Date();
  day.setUTCFullYear(day.getUTCFullYear() + 1);
  return day.toISOString().slice(0, 10);
}

type Draft = Pick<PlanRow, 'id' | 'domain_id' | 'starts_on' | 'house_id' | 'empty_seats' | 'version'>;

/** Writes the words of the rules and ends the plan before; the backlog follows. */
export async function adoptPlan(work: Work, plan: Draft, auditedOn: number): Promise<void> {
  const rules = await listRules(work.db, [plan.id]);
  const ambiguous = findAmbiguity(rules);
  if (ambiguous) {
    const words = ambiguous.map((rule) => `“${rule.words}”`).join(' and ');
    throw refuseBy(adoptCommissionPlan, 'ambiguous_rules', { message: `Two rules fit the same sale: ${words}.` });
  }
  const products = await work.db.selectFrom('products').select(['id', 'price_cents']).execute();
  if (takesMoreThanAll(rules, products)) throw refuseBy(adoptCommissionPlan, 'more_than_all');
  await requirePeople(work.db, {
    domainId: plan.domain_id,
    // @NOTE these ids were parsed when the rule was written.
    rules: rules.map((rule) => ({ ...rule, piece: rule.piece_cents })) as Parameters<typeof requirePeople>[1]['rules'],
    house_id: plan.house_id,
    // @NOTE the database allows only these words.
    empty_seats: plan.empty_seats as 'nobody' | 'house',
  });
  await sql`update commission_rules set words = written.words
    from unnest(${rules.map(({ id }) => id)}::integer[], ${rules.map(({ words }) => words)}::text[]) written (id, words)
    where commission_rules.id = written.id`.execute(work.db);
  await sql`update commission_plans earlier set ends_on = ${plan.starts_on}::date - 1
    where state = 'adopted' and domain_id is not distinct from ${plan.domain_id}::integer and ends_on is null
      and starts_on < ${plan.starts_on}::date`.execute(work.db);
  await work.db
    .updateTable('commission_plans')
    .set({ state: 'adopted', adopted_by: work.cause.actorId, adopted_at: sql`now()`, version: plan.version + 1 })
    .where('id', '=', plan.id)
    .execute();
  await audit(work, {
    domainId: plan.domain_id ?? auditedOn,
    action: 'commissions.adopt_plan',
    subject: 'commission_plan',
    subjectId: plan.id,
    facts: { starts_on: plan.starts_on, site: plan.domain_id, rules: rules.map(({ words }) => words) },
  });
}
