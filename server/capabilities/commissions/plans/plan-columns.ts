import type { CommissionPlanDetails, CommissionRuleInput } from '@vialkeep/contract/commission-plans.ts';
import type { CommissionLevel } from '@vialkeep/contract/commission-words.ts';
import { Plan, planNames } from '@vialkeep/contract/plans.ts';
import { anyOf } from '../../../kernel/db/any-of.ts';
import type { Db, Work } from '../../../kernel/db/db.ts';
import { orNotFound, refuse } from '../../../kernel/http/refuse.ts';
import type { Services } from '../../../kernel/services.ts';
import type { Actor } from '../../../kernel/session/actor.ts';
import { payeePlans } from '../commissions.policy.ts';

/** The plan of the accounts that can have a seat of each level. */
const seatPlans: Readonly<Record<Exclude<CommissionLevel, 'house'>, Plan>> = {
  rep: Plan.salesRep,
  manager: Plan.salesManager,
  distributor: Plan.salesDistributor,
  affiliate: Plan.salesAffiliate,
};

/**
 * The site of a plan. A platform administrator chooses one, or none for every site; other administrators have only their
 * own, and a site of others is not found (S-31).
 */
export async function requireSite({ domains }: Services, actor: Actor, asked: number | null): Promise<number | null> {
  if (asked === null) return actor.scope === 'platform' ? null : actor.scope;
  const isSeen = actor.scope === 'platform' || actor.scope === asked;
  return orNotFound(isSeen && (await domains.all()).some(({ id }) => id === asked) ? asked : null);
}

type PlanPeople = Pick<CommissionPlanDetails, 'rules' | 'house_id' | 'empty_seats'> & {
  readonly domainId: number | null;
};

/** Refuses people without the seat that a rule gives them, and a plan that needs a house and names none. */
export async function requirePeople(db: Db, { domainId, rules, house_id, empty_seats }: PlanPeople): Promise<void> {
  const needsHouse = empty_seats === 'house' || rules.some(({ level }) => level === 'house');
  if (needsHouse && house_id === null) {
    throw refuse('invalid_input', { message: 'Choose the account of the house.', fields: ['house_id'] });
  }
  const ids = [house_id, ...rules.map(({ person_id }) => person_id)].flatMap((id) => id ?? []);
  const planOf = await readPlansOf(db, domainId, ids);
  if (house_id !== null && !payeePlans.some((plan) => plan === planOf.get(house_id))) {
    const message = 'Choose an account with a seat in sales on this site.';
    throw refuse('invalid_input', { message, fields: ['house_id'] });
  }
  for (const [index, { level, person_id }] of rules.entries()) {
    if (person_id === null || level === 'house' || planOf.get(person_id) === seatPlans[level]) continue;
    const message = `Choose a ${planNames[seatPlans[level]]} of this site.`;
    throw refuse('invalid_input', { message, fields: [`rules.${index}.person_id`] });
  }
}

async function readPlansOf(db: Db, domainId: number | null, ids: readonly number[]): Promise<Map<number, Plan>> {
  if (ids.length === 0) return new Map();
  const people = await db
    .selectFrom('users')
    .select(['id', 'plan_id'])
    .where('id', '=', anyOf(ids))
    .where('removed_at', 'is', null)
    .where((eb) => (domainId === null ? eb.lit(true) : eb('domain_id', '=', domainId)))
    .execute();
  return new Map(people.map(({ id, plan_id }) => [id, plan_id]));
}

type Rules = {
  readonly planId: number;
  readonly domainId: number | null;
  readonly rules: readonly CommissionRuleInput[];
};

/** Replaces the rules of a draft. */
export async function replaceRules(work: Work, { planId, domainId, rules }: Rules): Promise<void> {
  await work.db.deleteFrom('commission_rules').where('plan_id', '=', planId).execute();
  if (rules.length === 0) return;
  await work.db
    .insertInto('commission_rules')
    .values(
      rules.map(({ level, product_ids, person_id, rate_bp, piece, base }) => ({
        plan_id: planId,
        domain_id: domainId,
        level,
        product_ids: [...product_ids],
        person_id,
        rate_bp,
        piece_cents: piece,
        base,
      })),
    )
    .execute();
}
