import { REFUNDED_FOR_DAYS } from '@vialkeep/contract/refunds.ts';
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

/** Whether the gateway no longer refunds a charge with this settlement. */
export function isTooOld(settlement: ChargeSettlement | null, now: Date): boolean {
  return settlement?.state === 'settled' && now.getTime() - settlement.settledAt.getTime() > REFUNDED_FOR_DAYS * DAY_MS;
}
