import { CommissionPlan } from '@vialkeep/contract/commission-plans.ts';
import { ProductOption } from '@vialkeep/contract/products.ts';
import { expect, test } from 'vitest';
import { buildSample } from '../../../testing/build-sample.ts';
import { bodyOf, buildPlanValues, buildRule, mergedValues, sentenceOf } from './plan-values.ts';

const kit = ProductOption.parse({ value: 3, label: 'Harvesting Kit', name: 'Harvesting Kit' });
const plan = buildSample(CommissionPlan, { id: 5, name: 'Network plan', hold_days: 30, note: '' });

test('a rule as it is typed reads as the sentence that its adoption writes', () => {
  const rule = { ...buildRule('rep', 1), rate_bp: 800, product_ids: [3 as const] };
  expect(sentenceOf(rule, [kit])).toBe('Sales rep: 8% of the net amount of Harvesting Kit');
  expect(sentenceOf({ ...rule, rate_bp: null, piece: 5 }, [kit])).toBe('Sales rep: $5.00 for each Harvesting Kit');
});

test('a rule with neither a rate nor an amount, or with both, has no sentence', () => {
  expect(sentenceOf(buildRule('rep', 1), [kit])).toBeNull();
  expect(sentenceOf({ ...buildRule('rep', 1), rate_bp: 100, piece: 5 }, [kit])).toBeNull();
});

test('the body of a plan has no keys, and no person in the seat of the house', () => {
  const values = { ...buildPlanValues(null), rules: [{ ...buildRule('house', 9), person_id: 7, rate_bp: 100 }] };
  expect(bodyOf(values).rules).toEqual([
    { level: 'house', product_ids: [], person_id: null, rate_bp: 100, piece: null, base: 'net' },
  ]);
});

test('what the user typed is kept when another user has saved other fields meanwhile', () => {
  const typed = { ...buildPlanValues(plan), name: 'New name' };
  expect(mergedValues(typed, plan, { ...plan, hold_days: 10 })).toMatchObject({ name: 'New name', hold_days: 10 });
});
