import { type Plan, plans } from '@vialkeep/contract/plans.ts';
import { always, type Permissions, type Rule } from '../../kernel/policy/policy.ts';

/** One changed rule of the policy tables. A test must notice every such change. */
export type Mutant = {
  action: string;
  row: Partial<Record<Plan, Rule>>;
  plan: Plan;
  what: 'removed' | 'granted' | 'inverted' | 'widened';
  rule: Rule | undefined;
};

/** Each rule removed, each condition inverted and dropped, and each missing rule granted. */
export function mutantsOf({ table }: Permissions): Mutant[] {
  return Object.entries(table).flatMap(([action, row]) =>
    plans.flatMap((plan): Mutant[] => {
      const rule = row[plan];
      if (!rule) return [{ action, row, plan, what: 'granted', rule: always }];
      const removed: Mutant = { action, row, plan, what: 'removed', rule: undefined };
      // A rule without conditions admits every user: its inversion is the same as its removal.
      if (rule.admits.length === 0) return [removed];
      const inverted: Rule = { ...rule, admits: (actor) => !rule.admits(actor) };
      return [
        removed,
        { action, row, plan, what: 'inverted', rule: inverted },
        { action, row, plan, what: 'widened', rule: always },
      ];
    }),
  );
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
