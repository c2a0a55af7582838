import { randomBytes } from 'node:crypto';
import type { RefundState, RefundWay } from '@vialkeep/contract/refunds.ts';
import { sql } from 'kysely';
import { audit } from '../../kernel/audit/audit.ts';
import type { AuditContext, Work } from '../../kernel/db/db.ts';
import type { Services } from '../../kernel/services.ts';
import { getRefund, lockRefund, type RefundRow, type RefundTarget } from './refunds.queries.ts';

/** The time of the write itself: a clock of one server may be wrong, and a transaction may have waited for its lock. */
export const DATABASE_TIME = sql<Date>`clock_timestamp()`;

type Change = {
  readonly state: RefundState;
  readonly way?: RefundWay | null;
  readonly message?: string;
  readonly reference?: string;
  readonly approved_by?: number;
  readonly begun_at?: typeof DATABASE_TIME;
  readonly settled_at?: Date;
};

/** Writes a new state under the row lock, with the audit row of the action. */
export async function changeRefund(work: Work, refund: RefundRow, action: string, change: Change): Promise<RefundRow> {
  await work.db.updateTable('refunds').set(change).where('id', '=', refund.id).execute();
  await audit(work, {
    domainId: refund.domain_id,
    action,
    subject: 'refund',
    subjectId: refund.id,
    facts: { ...targetFacts(refund), cents: refund.cents, state: change.state },
  });
  return getRefund(work.db, refund.id);
}

/** What is refunded, for an audit row. */
export function targetFacts({ transaction_id, invoice_id }: RefundTarget): Record<string, number | null> {
  return invoice_id === null ? { transaction: transaction_id } : { invoice: invoice_id };
}

type RefundChange = { readonly action: string; readonly change: Change };

/**
 * Takes a step from the state that the caller has read: of several processes at once, one finds the refund in that state
 * and takes the step, and the others get the refund as it is now.
 */
export async function takeStep(
  { store }: Services,
  refund: RefundRow,
  requestId: string,
  { action, change }: RefundChange,
): Promise<{ readonly refund: RefundRow; readonly isTaken: boolean }> {
  return store.write(refund.domain_id, refundAuditContext(refund, requestId), async (work) => {
    const locked = await lockRefund(work, refund);
    if (isSameAttempt(locked, refund)) {
      return { refund: await changeRefund(work, locked, action, change), isTaken: true };
    }
    await auditRepetition(work, locked, false);
    return { refund: locked, isTaken: false };
  });
}

/** Whether no other process has taken a step since the caller read the refund. */
export function isSameAttempt(locked: RefundRow, { state, reference }: RefundRow): boolean {
  return locked.state === state && locked.reference === reference;
}

/** Another process has taken the step before. `isLate`: the gateway gave money back for a refund that is over. */
export async function auditRepetition(work: Work, refund: RefundRow, isLate: boolean): Promise<void> {
  await audit(work, {
    domainId: refund.domain_id,
    action: 'refunds.settle_again',
    subject: 'refund',
    subjectId: refund.id,
    facts: { state: refund.state, given_back: isLate },
  });
}

/** What happens to a refund happens in the name of the administrator who decided on it. */
export function refundAuditContext({ requested_by, approved_by }: RefundRow, requestId: string): AuditContext {
  const id = approved_by ?? requested_by;
  return { actorId: id, userId: id, sessionId: null, requestId };
}

/** The gateway's invoice number of one attempt: 80 random bits in at most 20 characters. */
export function newRefundReference(): string {
  return `VR${randomBytes(10).readBigUInt64BE().toString(36)}${randomBytes(2).toString('hex')}`
    .slice(0, 20)
    .toUpperCase();
}
