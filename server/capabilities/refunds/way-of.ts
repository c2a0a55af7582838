import { REFUNDED_FOR_DAYS, requestRefund } from '@vialkeep/contract/refunds.ts';
import type { ChargeSettlement } from '../../ports/refunds.ts';

const DAY_MS = 86_400_000;

/**
 * What can be done with a charge now. `wait`: a part is refunded after the charge has settled. `too_old`: the gateway
 * refunds it no longer. `voided`: it was voided at the gateway, so that nothing is left to do there. `unknown_charge`:
 * the gateway has taken no money for it.
 */
export type RefundStep = 'void' | 'refund' | 'wait' | 'too_old' | 'voided' | 'unknown_charge';

type ChargeToRefund = {
  readonly settlement: Exclude<ChargeSettlement, { state: 'closed' }> | null;
  readonly cents: number;
  readonly chargedCents: number;
  readonly now: Date;
};

/** Chooses by the gateway's state of the charge; the server's clock only measures the age of a settlement. */
export function wayOf({ settlement, cents, chargedCents, now }: ChargeToRefund): RefundStep {
  if (settlement === null) return 'unknown_charge';
  if (settlement.state === 'voided') return 'voided';
  if (settlement.state === 'unsettled') return cents === chargedCents ? 'void' : 'wait';
  return isTooOld(settlement, now) ? 'too_old' : 'refund';
}

/** `unknown`: the gateway could not be asked. `not_known`: it knows no such charge. `other_gateway`: another one made it. */
export type ChargeState = ChargeSettlement | { readonly state: 'unknown' | 'not_known' | 'other_gateway' };

/** Whether the gateway no longer refunds a charge in this state. */
export function isTooOld(settlement: ChargeState | null, now: Date): boolean {
  return settlement?.state === 'settled' && now.getTime() - settlement.settledAt.getTime() > REFUNDED_FOR_DAYS * DAY_MS;
}

export const UNKNOWN_CHARGE = 'The card payment provider does not know this charge.';
export const OTHER_PROVIDER = 'Another card payment provider made this charge. Pay it back there and record it here.';

export function closedWords(status: string): string {
  return `The card payment provider cannot refund this charge (${status}). Pay it back another way and record it here.`;
}

/** Why nothing can go back to the card; null where it can, and where the gateway could not be asked. */
export function blockedWords(charge: ChargeState, now: Date): string | null {
  if (isTooOld(charge, now)) return requestRefund.refusals.too_old.message;
  if (charge.state === 'closed') return closedWords(charge.status);
  if (charge.state === 'other_gateway') return OTHER_PROVIDER;
  return charge.state === 'not_known' ? UNKNOWN_CHARGE : null;
}
