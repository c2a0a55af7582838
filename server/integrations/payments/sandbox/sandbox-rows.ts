import { type CardBrand, cardBrands } from '@vialkeep/contract/card-number.ts';
import type { KnownCard } from '../../../ports/payments.ts';
import type { Behaviour } from './test-cards.ts';

const states = ['received', 'approved', 'declined', 'held', 'voided', 'given_up'] as const;
export type ChargeState = (typeof states)[number];

export type ChargeRow = {
  readonly id: number;
  readonly reference: string;
  readonly amount_cents: number;
  readonly invoice_number: string;
  readonly description: string;
  readonly customer: string;
  readonly brand: string;
  readonly last4: string;
  readonly state: ChargeState;
  readonly auth_code: string;
  readonly created_at: Date;
};

/** A card that the sandbox charges, new or saved. */
export type CardOnFile = { readonly brand: string; readonly last4: string; readonly behaviour: Behaviour };

export function chargeRow(row: Omit<ChargeRow, 'state'> & { state: string }): ChargeRow {
  const state = states.find((known) => known === row.state);
  if (!state) throw new Error(`The sandbox has a charge in an unknown state, ${row.state}.`);
  return { ...row, state };
}

type CardRow = { id: number; brand: string; last4: string; holder: string; expires: string };

export function knownCard({ id, brand, last4, holder, expires }: CardRow): KnownCard {
  return { cardId: String(id), brand: knownBrand(brand), last4, holder, expires };
}

export function knownBrand(text: string): CardBrand {
  return cardBrands.find((brand) => brand === text) ?? 'Card';
}
