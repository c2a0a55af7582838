import { type CommissionPlan, CommissionRuleInput, createCommissionPlan } from '@vialkeep/contract/commission-plans.ts';
import { type CommissionLevel, ruleWords } from '@vialkeep/contract/commission-words.ts';
import type { ProductOption } from '@vialkeep/contract/products.ts';
import { z } from 'zod';
import { today } from '../../../ui/display/formats.ts';

/** A rule in form shape; the key names its row while rules are added and removed. */
const RuleValues = CommissionRuleInput.safeExtend({ key: z.number() });

export const PlanValues = createCommissionPlan.body.extend({ rules: z.array(RuleValues) });
export type PlanValues = Required<z.input<typeof PlanValues>>;
export type RuleValues = PlanValues['rules'][number];

/** The values of a new plan, or of one that is edited or copied. */
export function buildPlanValues(plan: CommissionPlan | null, houseId: number | null = null): PlanValues {
  return {
    domain_id: plan?.domain_id ?? null,
    name: plan?.name ?? '',
    starts_on: plan?.starts_on ?? today(),
    hold_days: plan?.hold_days ?? 30,
    empty_seats: plan?.empty_seats ?? 'nobody',
    house_id: plan ? plan.house_id : houseId,
    note: plan?.note ?? '',
    rules: (plan?.rules ?? []).map(({ id, words: _words, product_ids, ...rule }) => ({
      ...rule,
      // @NOTE the server answers only products of the contract.
      product_ids: product_ids as NonNullable<RuleValues['product_ids']>,
      key: id,
    })),
  };
}

/** A rule of this seat that says nothing yet. */
export function buildRule(level: CommissionLevel, key: number): RuleValues {
  return { level, product_ids: [], person_id: null, rate_bp: null, piece: null, base: 'net', key };
}

/** The body of the calls: the rules without their keys, and no person in the seat of the house. */
export function bodyOf(values: PlanValues) {
  return {
    ...values,
    rules: values.rules.map(({ key: _key, ...rule }) => ({
      ...rule,
      person_id: rule.level === 'house' ? null : rule.person_id,
    })),
  };
}

/** Reapplies the user's unsaved changes to a newer version. */
export function mergedValues(
  typed: PlanValues,
  known: CommissionPlan | null,
  fresh: CommissionPlan | null,
): PlanValues {
  const before = new Map(Object.entries(buildPlanValues(known)));
  const changed = Object.entries(typed).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(before.get(name)),
  );
  return { ...buildPlanValues(fresh), ...Object.fromEntries(changed) };
}

/** The sentence of a rule as it is typed; null while it says neither a rate nor an amount. */
export function sentenceOf(rule: RuleValues, products: readonly ProductOption[]): string | null {
  const { level, base = 'net', product_ids = [], person_id, rate_bp = null, piece } = rule;
  const cents = piece === null || piece === undefined || piece === '' ? null : Math.round(Number(piece) * 100);
  if ((rate_bp === null) === (cents === null)) return null;
  return ruleWords({
    level,
    base,
    person_id: level === 'house' || typeof person_id !== 'number' ? null : person_id,
    rate_bp,
    piece_cents: cents,
    products: product_ids.map((id) => products.find(({ value }) => value === id)?.name ?? `#${id}`),
  });
}
