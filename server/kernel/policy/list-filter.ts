import { Plan } from '@vialkeep/contract/plans.ts';
import type { Expression, ExpressionBuilder, SqlBool } from 'kysely';
import type { DB as Tables } from '../db/tables.generated.ts';
import { refuse } from '../http/refuse.ts';
import type { Actor } from '../session/actor.ts';
import { type Condition, isOwn, isPatient, isVisible, type Rule } from './rules.ts';

type OnUsers = ExpressionBuilder<Tables, 'users'>;

/** The accounts that exist for an actor, as a condition on `users`. The network decides it. */
export type Visibility = (actor: Actor) => (eb: OnUsers) => Expression<SqlBool>;

/** The account whose records a list shows, and the rule as a condition on `users`. */
export type ListFilter = {
  readonly id: number;
  readonly plan: Plan;
  /** Whether the rule has no condition about records. */
  readonly isWholeSite: boolean;
  readonly where: (eb: OnUsers) => Expression<SqlBool>;
};

export function listFilter(actor: Actor, rule: Rule | null, visibleTo: Visibility): ListFilter {
  if (!rule) throw refuse('not_permitted');
  const conditions = rule.all.filter(({ needs }) => needs === 'resource');
  return {
    id: actor.userId,
    plan: actor.plan,
    isWholeSite: conditions.length === 0,
    where: (eb) =>
      conditions.length === 0
        ? isOnSite(eb, actor)
        : eb.and(conditions.map((condition) => conditionOn(eb, condition, actor, visibleTo))),
  };
}

function conditionOn(eb: OnUsers, condition: Condition, actor: Actor, visibleTo: Visibility): Expression<SqlBool> {
  switch (condition) {
    case isOwn:
      return eb('users.id', '=', actor.userId);
    case isPatient:
      return eb('users.plan_id', '=', Plan.generalMember);
    case isVisible:
      return visibleTo(actor)(eb);
    default:
      throw new Error(`The condition '${condition.name}' is not about an account.`);
  }
}

/** The connection's scope separates the sites as well. */
function isOnSite(eb: OnUsers, { scope }: Actor): Expression<SqlBool> {
  return scope === 'platform' ? eb.lit(true) : eb('users.domain_id', '=', scope);
}
