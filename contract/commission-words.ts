import { formatCents } from './kernel/money.ts';

export const commissionLevels = ['rep', 'manager', 'distributor', 'affiliate', 'house'] as const;
export type CommissionLevel = (typeof commissionLevels)[number];

export const commissionBases = ['net', 'net_with_harvest', 'charged'] as const;
export type CommissionBase = (typeof commissionBases)[number];

export const levelNames: Readonly<Record<CommissionLevel, string>> = {
  rep: 'Sales rep',
  manager: 'Sales manager',
  distributor: 'Distributor',
  affiliate: 'Affiliate',
  house: 'House',
};

const baseNames: Readonly<Record<CommissionBase, string>> = {
  net: 'the net amount',
  net_with_harvest: 'the net amount with the harvest fee',
  charged: 'the whole amount',
};

type Terms = { readonly rate_bp: number | null; readonly piece_cents: number | null };

type RuleTerms = Terms & {
  readonly level: CommissionLevel;
  readonly base: CommissionBase;
  readonly person_id: number | null;
  /** The names of its products; none for every product. */
  readonly products: readonly string[];
};

/** 'Sales rep: 8% of the net amount of Harvesting Kit'. A person is named by number, so that an erasure leaves it as it is. */
export function ruleWords({ level, base, person_id, products, rate_bp, piece_cents }: RuleTerms): string {
  const seat = person_id === null ? levelNames[level] : `${levelNames[level]} #${person_id}`;
  if (piece_cents !== null) {
    return `${seat}: ${formatCents(piece_cents)} for each ${products.length === 0 ? 'item' : joinNames(products, 'or')}`;
  }
  const sold = products.length === 0 ? '' : ` of ${joinNames(products, 'and')}`;
  return `${seat}: ${formatRate(rate_bp ?? 0)} of ${baseNames[base]}${sold}`;
}

type LineTerms = Terms & {
  readonly kind: 'earned' | 'clawback' | 'corrected' | 'adjustment';
  readonly base_cents: number;
  readonly quantity: number;
  readonly cents: number;
  readonly refund_id: number | null;
};

/** '8% of $295.00 = $23.60' */
export function lineWords(line: LineTerms): string {
  const amount = formatCents(line.cents);
  if (line.kind === 'adjustment') return `Adjustment = ${amount}`;
  if (line.kind === 'corrected') return `Taken back by a correction = ${amount}`;
  if (line.kind === 'clawback') {
    return `Taken back by ${line.refund_id === null ? 'refunds' : `refund #${line.refund_id}`} = ${amount}`;
  }
  if (line.piece_cents !== null) return `${line.quantity} × ${formatCents(line.piece_cents)} = ${amount}`;
  return `${formatRate(line.rate_bp ?? 0)} of ${formatCents(line.base_cents)} = ${amount}`;
}

/** 150 → '1.5%' */
export function formatRate(basisPoints: number): string {
  return `${basisPoints / 100}%`;
}

function joinNames(names: readonly string[], word: 'and' | 'or'): string {
  const last = names.at(-1) ?? '';
  return names.length < 2 ? last : `${names.slice(0, -1).join(', ')} ${word} ${last}`;
}
