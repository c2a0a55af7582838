import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { Work } from '../../kernel/db/db.ts';
import { enqueue, type Job } from '../../kernel/jobs/jobs.ts';
import type { ChargeOutcome } from '../../ports/payments.ts';

/** Why the gateway did not take the card; the message is the gateway's own for the buyer. */
export type CardRefusal = {
  readonly state: 'refused';
  readonly reason: 'card_token_expired' | 'card_refused';
  readonly message: string;
};

/** `free`: there was nothing to pay. `none`: the gateway has not charged, and will not. */
export type Settlement = ChargeOutcome | CardRefusal | 'free' | 'none';

/** The gateway's transaction and the card it charged. */
export type CapturedCharge = { readonly transactionId: string; readonly brand: string; readonly last4: string };

/** The state that a settlement leads an intent to. */
export function stateBy(settlement: Settlement): 'charged' | 'held' | 'declined' | 'given_up' {
  if (settlement === 'free') return 'charged';
  if (isUncharged(settlement) || settlement.state === 'voided') return 'given_up';
  return settlement.state === 'approved' ? 'charged' : settlement.state;
}

/** Whether the charge was not attempted: the gateway was not reached, or did not take the card. */
export function isUncharged(settlement: Settlement): settlement is CardRefusal | 'none' {
  return settlement === 'none' || (typeof settlement === 'object' && settlement.state === 'refused');
}

export function capturedCharge(settlement: Settlement): CapturedCharge | null {
  return typeof settlement === 'object' && 'brand' in settlement ? settlement : null;
}

/** The gateway's own words to the buyer about a charge that was not made. */
export function getDeclineMessage(settlement: Settlement): string {
  return typeof settlement === 'object' && 'message' in settlement ? settlement.message : '';
}

/** Why the gateway did not take the card; null for every other end. */
export function getCardRefusal(settlement: Settlement): CardRefusal['reason'] | null {
  return typeof settlement === 'object' && settlement.state === 'refused' ? settlement.reason : null;
}

/** The columns of an intent that name the payment. */
export function buildChargeColumns(captured: CapturedCharge | null) {
  return captured ? { gateway_id: captured.transactionId, card_brand: captured.brand, card_last4: captured.last4 } : {};
}

const VOID_CHARGE = 'void-charge';

/**
 * Queues a void of a charge that was captured although its intent, whose state this is, was declined or given up (T39).
 * Returns whether there was one.
 */
export async function voidOrphan(work: Work, state: string, settlement: Settlement): Promise<boolean> {
  const captured = capturedCharge(settlement);
  const isOrphan = captured !== null && state !== 'charged' && stateBy(settlement) !== 'given_up';
  if (isOrphan) {
    const { transactionId } = captured;
    await enqueue(work, VOID_CHARGE, { transactionId }, `void-${transactionId}`);
  }
  return isOrphan;
}

const Charged = z.object({ transactionId: z.string() });

export const voidChargeJob: Job = {
  name: VOID_CHARGE,
  async run(payload, { payments }) {
    await payments.void(Charged.parse(payload).transactionId);
  },
};

/** The gateway's reference for one attempt: 80 random bits in at most 20 characters. */
export function newChargeReference(prefix: 'VK' | 'VS'): string {
  return `${prefix}${randomBytes(10).readBigUInt64BE().toString(36)}${randomBytes(2).toString('hex')}`
    .slice(0, 20)
    .toUpperCase();
}
