import type { CommissionPlan } from '@vialkeep/contract/commission-plans.ts';
import { type CommissionBase, type CommissionLevel, ruleWords } from '@vialkeep/contract/commission-words.ts';
import { dollarsOf } from '@vialkeep/contract/kernel/money.ts';
import { sql } from 'kysely';
import type { z } from 'zod';
import { anyOf } from '../../../kernel/db/any-of.ts';
import type { Db, Work } from '../../../kernel/db/db.ts';
import { orNotFound } from '../../../kernel/http/refuse.ts';
import type { Actor } from '../../../kernel/session/actor.ts';

/** The plans that an administrator manages: to a site's own administrator, a plan of every site is not there (S-31). */
function selectPlans(db: Db, { scope }: Actor) {
  return db
    .selectFrom('commission_plans')
    .leftJoin('domains', 'domains.id', 'commission_plans.domain_id')
    .select([
      'commission_plans.id',
      'commission_plans.domain_id',
      'domains.name as site',
      'commission_plans.name',
      'commission_plans.hold_days',
      'commission_plans.state',
      'commission_plans.empty_seats',
      'commission_plans.house_id',
      'commission_plans.note',
      'commission_plans.version',
    ])
    .select([
      sql<string>`commission_plans.starts_on::text`.as('starts_on'),
      sql<string | null>`commission_plans.ends_on::text`.as('ends_on'),
      sql<number | null>`(select sum(handled) from commission_backlogs
        where plan_id = commission_plans.id and finished_at is null)::integer`.as('handled'),
    ])
    .where((eb) => (scope === 'platform' ? eb.lit(true) : eb('commission_plans.domain_id', '=', scope)));
}

export type PlanRow = Awaited<ReturnType<ReturnType<typeof selectPlans>['execute']>>[number];

/** Drafts first, withdrawn plans last, then by their first day. */
export function listPlans(db: Db, actor: Actor, domainId: number | undefined): Promise<PlanRow[]> {
  return selectPlans(db, actor)
    .where((eb) => (domainId === undefined ? eb.lit(true) : eb('commission_plans.domain_id', '=', domainId)))
    .orderBy(sql`array_position('{draft,adopted,withdrawn}', commission_plans.state)`)
    .orderBy('commission_plans.starts_on', 'desc')
    .orderBy('commission_plans.id', 'desc')
    .execute();
}

export async function requirePlan(db: Db, actor: Actor, id: number): Promise<PlanRow> {
  return orNotFound(await selectPlans(db, actor).where('commission_plans.id', '=', id).executeTakeFirst());
}

/** The row lock makes changes and adoptions of a plan wait for each other. */
export async function lockPlan(work: Work, actor: Actor, id: number): Promise<PlanRow> {
  return orNotFound(
    await selectPlans(work.db, actor)
      .where('commission_plans.id', '=', id)
      .forUpdate('commission_plans')
      .executeTakeFirst(),
  );
}

export async function listRules(db: Db, planIds: readonly number[]) {
  const [rules, products] = await Promise.all([
    db
      .selectFrom('commission_rules')
      .selectAll()
      .where('plan_id', '=', anyOf(planIds))
      .orderBy(sql`array_position('{rep,manager,distributor,affiliate,house}', level)`)
      .orderBy('id')
      .execute(),
    db.selectFrom('products').select(['id', 'name']).execute(),
  ]);
  const names = new Map(products.map(({ id, name }) => [id, name]));
  return rules.map((rule) => {
    // @NOTE the database allows only these words.
    const [level, base] = [rule.level as CommissionLevel, rule.base as CommissionBase];
    const terms = { ...rule, level, base, products: rule.product_ids.map((id) => names.get(id) ?? `#${id}`) };
    return { ...rule, level, base, words: rule.words || ruleWords(terms) };
  });
}

/** Plans with their rules and the names of their people. */
export async function presentPlans(db: Db, plans: readonly PlanRow[]): Promise<z.input<typeof CommissionPlan>[]> {
  const rules = await listRules(
    db,
    plans.map(({ id }) => id),
  );
  const named = [...plans.map(({ house_id }) => house_id), ...rules.map(({ person_id }) => person_id)];
  const people = await db
    .selectFrom('account_names')
    .select(['id', 'username as name'])
    .where('id', '=', anyOf(named.flatMap((id) => id ?? [])))
    .execute();
  const nameOf = new Map(people.map((person) => [person.id, person]));
  const rulesOf = Map.groupBy(rules, ({ plan_id }) => plan_id);
  return plans.map((plan) => presentPlan(plan, rulesOf.get(plan.id) ?? [], nameOf));
}

type RuleRow = Awaited<ReturnType<typeof listRules>>[number];
type PeopleById = ReadonlyMap<number, { id: number; name: string }>;

function presentPlan(plan: PlanRow, rules: readonly RuleRow[], people: PeopleById): z.input<typeof CommissionPlan> {
  const { handled, site, ...rest } = plan;
  const ids = new Set([plan.house_id, ...rules.map(({ person_id }) => person_id)]);
  return {
    ...rest,
    site: site ?? '',
    // @NOTE the database allows only these words.
    state: plan.state as CommissionPlan['state'],
    empty_seats: plan.empty_seats as 'nobody' | 'house',
    rules: rules.map(({ id, level, product_ids, person_id, rate_bp, piece_cents, base, words }) => ({
      id,
      level,
      product_ids,
      person_id,
      rate_bp,
      piece: piece_cents === null ? null : dollarsOf(piece_cents),
      base,
      words,
    })),
    people: [...ids].flatMap((id) => people.get(id ?? 0) ?? []),
    backlog: handled === null || plan.state !== 'adopted' ? null : { handled },
    may: listActions(plan),
  };
}

function listActions(plan: PlanRow): CommissionPlan['may'] {
  if (plan.state === 'draft') return ['change', 'delete', 'adopt', 'simulate'];
  const isWithdrawable = plan.state === 'adopted' && plan.ends_on === null && !hasBegun(plan);
  return isWithdrawable ? ['withdraw', 'simulate'] : ['simulate'];
}

/** Whether sales can be under the plan; days are of UTC. */
export function hasBegun({ starts_on }: Pick<PlanRow, 'starts_on'>): boolean {
  return starts_on <= new Date().toISOString().slice(0, 10);
}

export async function presentPlanOf(db: Db, actor: Actor, id: number): Promise<z.input<typeof CommissionPlan>> {
  const [plan] = await presentPlans(db, [await requirePlan(db, actor, id)]);
  return orNotFound(plan);
}
