import { type CommissionLevel, commissionLevels } from '@vialkeep/contract/commission-words.ts';
import { productIds } from '@vialkeep/contract/products.ts';

export type CheckedRule = {
  readonly level: CommissionLevel;
  readonly product_ids: readonly number[];
  readonly person_id: number | null;
  readonly rate_bp: number | null;
  readonly words: string;
};

/** Two rules that fit the same sale equally well, or null: same seat, same person, and both or neither name its product. */
export function findAmbiguity(rules: readonly CheckedRule[]): readonly [CheckedRule, CheckedRule] | null {
  for (const [index, one] of rules.entries()) {
    const other = rules.slice(index + 1).find((later) => isAmbiguous(one, later));
    if (other) return [one, other];
  }
  return null;
}

function isAmbiguous(one: CheckedRule, other: CheckedRule): boolean {
  if (one.level !== other.level || one.person_id !== other.person_id) return false;
  if (one.product_ids.length === 0 || other.product_ids.length === 0) {
    return one.product_ids.length === other.product_ids.length;
  }
  return one.product_ids.some((id) => other.product_ids.includes(id));
}

const ALL_BP = 10_000;

/** Whether some sale would give more than all of it: for each product, every seat with the person who gets most. */
export function takesMoreThanAll(rules: readonly CheckedRule[]): boolean {
  return productIds.some((productId) => {
    const rates = commissionLevels.map((level) => highestRate(rules, level, productId));
    return rates.reduce((sum, rate) => sum + rate, 0) > ALL_BP;
  });
}

function highestRate(rules: readonly CheckedRule[], level: CommissionLevel, productId: number): number {
  const inSeat = rules.filter((rule) => rule.level === level);
  const people = [null, ...new Set(inSeat.flatMap(({ person_id }) => person_id ?? []))];
  return Math.max(0, ...people.map((personId) => winningRule(inSeat, personId, productId)?.rate_bp ?? 0));
}

/** The most particular rule: person and product, person, product, neither. */
function winningRule(rules: readonly CheckedRule[], personId: number | null, productId: number) {
  return rules
    .filter(({ person_id, product_ids }) => {
      const fitsProduct = product_ids.length === 0 || product_ids.includes(productId);
      return fitsProduct && (person_id === null || person_id === personId);
    })
    .toSorted((one, other) => particularity(other) - particularity(one))
    .at(0);
}

function particularity({ person_id, product_ids }: CheckedRule): number {
  return (person_id === null ? 0 : 2) + (product_ids.length === 0 ? 0 : 1);
}
