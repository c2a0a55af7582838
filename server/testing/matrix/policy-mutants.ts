import { type Plan, plans } from '@vialkeep/contract/plans.ts';
import { always, type Permissions, type Rule } from '../../kernel/policy/policy.ts';

/** One rule of the policy tables, changed. Every such change has to be noticed. */
export type Mutant = {
  action: string;
  row: Partial<Record<Plan, Rule>>;
  plan: Plan;
  what: 'removed' | 'granted' | 'inverted' | 'widened';
  rule: Rule | undefined;
};

/** Each rule taken away, each that asks something turned round and no longer asked, and each that is not there given. */
export function mutantsOf({ table }: Permissions): Mutant[] {
  return Object.entries(table).flatMap(([action, row]) =>
    plans.flatMap((plan): Mutant[] => {
      const rule = row[plan];
      if (!rule) return [{ action, row, plan, what: 'granted', rule: always }];
      const removed: Mutant = { action, row, plan, what: 'removed', rule: undefined };
      // A rule that takes nobody into account admits everybody: turned round it is one taken away.
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

/** Lets the product live with a changed rule while something is asked of it. */
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
