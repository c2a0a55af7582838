import { type Plan, plans } from '@vialkeep/contract/plans.ts';
import type { Permissions } from '../../kernel/policy/policy.ts';
import { always, type Condition, type Rule } from '../../kernel/policy/rules.ts';
import type { Actor } from '../../kernel/session/actor.ts';

/** One changed rule of the policy tables. A test must notice every such change. */
export type Mutant = {
  action: string;
  row: Partial<Record<Plan, Rule>>;
  plan: Plan;
  what: 'removed' | 'granted' | 'dropped' | 'negated' | 'allowed';
  /** The changed condition, where it is about one. */
  condition?: Condition;
  rule: Rule | undefined;
};

/** Each rule removed, each of its conditions dropped and negated, each refusal allowed, each missing rule granted. */
export function mutantsOf({ table }: Permissions): Mutant[] {
  return Object.entries(table).flatMap(([action, row]) =>
    plans.flatMap((plan): Mutant[] => {
      const rule = row[plan];
      if (!rule) return [{ action, row, plan, what: 'granted', rule: always }];
      const removed: Mutant = { action, row, plan, what: 'removed', rule: undefined };
      const allowed: Mutant[] = rule.deniesWith ? [{ action, row, plan, what: 'allowed', rule: always }] : [];
      const changed = rule.all.flatMap((condition): Mutant[] => [
        { action, row, plan, what: 'dropped', condition, rule: without(rule, condition) },
        { action, row, plan, what: 'negated', condition, rule: withNegated(rule, condition) },
      ]);
      return [removed, ...allowed, ...changed];
    }),
  );
}

function without(rule: Rule, condition: Condition): Rule {
  return { ...rule, all: rule.all.filter((one) => one !== condition) };
}

function withNegated(rule: Rule, condition: Condition): Rule {
  return { ...rule, all: rule.all.map((one) => (one === condition ? negated(one) : one)) };
}

function negated(condition: Condition): Condition {
  if (condition.needs === 'actor') return { ...condition, holds: (actor: Actor) => !condition.holds(actor) };
  return { ...condition, holds: (actor, resource) => !condition.holds(actor, resource) };
}

/** Runs a check while the product uses the changed rule. */
export async function withMutant<T>({ row, plan, rule }: Mutant, ask: () => Promise<T>): Promise<T> {
  const kept = row[plan];
  put(row, plan, rule);
  try {
    return await ask();
  } finally {
    put(row, plan, kept);
  }
}

function put(row: Partial<Record<Plan, Rule>>, plan: Plan, rule: Rule | undefined): void {
  if (rule) row[plan] = rule;
  else delete row[plan];
}
