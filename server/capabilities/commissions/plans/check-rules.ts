import { type CommissionLevel, commissionLevels } from '@vialkeep/contract/commission-words.ts';

export type CheckedRule = {
  readonly level: CommissionLevel;
  readonly product_ids: readonly number[];
  readonly person_id: number | null;
  readonly rate_bp: number | null;
  readonly piece_cents: number | null;
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

type PricedProduct = { readonly id: number; readonly price_cents: number };

/**
 * Whether the sale of one piece at its price would give more than all of it: for each product, every seat with the person
 * who gets most.
 */
export function takesMoreThanAll(rules: readonly CheckedRule[], products: readonly PricedProduct[]): boolean {
  return products.some((product) => {
    const shares = commissionLevels.map((level) => highestShare(rules, level, product));
    return shares.reduce((sum, share) => sum + share, 0) > product.price_cents * ALL_BP;
  });
}

const ALL_BP = 10_000;

/** In hundredths of a percent of a cent, so that rates and amounts for each piece add up without rounding. */
function highestShare(rules: readonly CheckedRule[], level: CommissionLevel, product: PricedProduct): number {
  const inSeat = rules.filter((rule) => rule.level === level);
  const people = [null, ...new Set(inSeat.flatMap(({ person_id }) => person_id ?? []))];
  const shares = people.map((personId) => {
    const rule = winningRule(inSeat, personId, product.id);
    return (rule?.rate_bp ?? 0) * product.price_cents + (rule?.piece_cents ?? 0) * ALL_BP;
  });
  return Math.max(0, ...shares);
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
