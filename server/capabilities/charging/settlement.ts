import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { Work } from '../../kernel/db/db.ts';
import { enqueue, type Job } from '../../kernel/jobs/jobs.ts';
import type { ChargeOutcome } from '../../ports/payments.ts';

/** `free`: there was nothing to pay. `none`: the gateway has not charged, and will not. */
export type Settlement = ChargeOutcome | 'free' | 'none';

/** The gateway's transaction and the card it charged. */
export type CapturedCharge = { readonly transactionId: string; readonly brand: string; readonly last4: string };

/** The state that a settlement leads an intent to. */
export function stateBy(settlement: Settlement): 'charged' | 'held' | 'declined' | 'given_up' {
  if (settlement === 'free') return 'charged';
  if (settlement === 'none' || settlement.state === 'voided') return 'given_up';
  return settlement.state === 'approved' ? 'charged' : settlement.state;
}

export function capturedCharge(settlement: Settlement): CapturedCharge | null {
  return typeof settlement === 'object' && settlement.state !== 'declined' ? settlement : null;
}

export function getDeclineMessage(settlement: Settlement): string {
  return typeof settlement === 'object' && settlement.state === 'declined' ? settlement.message : '';
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
