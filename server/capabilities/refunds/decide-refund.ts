import { approveRefund, cancelRefund, rejectRefund } from '@vialkeep/contract/refunds.ts';
import { handle } from '../../kernel/http/handle.ts';
import { refuseBy } from '../../kernel/http/refuse.ts';
import type { Services } from '../../kernel/services.ts';
import { isNewApprover } from '../../kernel/session/new-approver.ts';
import { PaymentUnavailable, PaymentUnknown } from '../../ports/payments.ts';
import { carryOutRefund } from './carry-out-refund.ts';
import { changeRefund } from './change-refund.ts';
import { presentRefund } from './refunds.present.ts';
import { lockRefund, type RefundRow, requireRefund } from './refunds.queries.ts';

/** Of several approvals at once, one finds the refund requested. */
export const approveRefundHandler = handle(approveRefund, async ({ actor, db, params, write, services, request }) => {
  const asked = await requireRefund(db, actor, params.id);
  const approved = await write(async (work) => {
    const refund = await lockRefund(work, asked);
    if (refund.state !== 'requested') throw refuseBy(approveRefund, 'not_waiting');
    if (refund.requested_by === actor.userId) throw refuseBy(approveRefund, 'own_request');
    if (await isNewApprover(work.db, actor.userId)) throw refuseBy(approveRefund, 'new_approver');
    return changeRefund(work, refund, 'refunds.approve', { state: 'waiting', approved_by: actor.userId });
  });
  return presentRefund(await carryOutRefund(services, approved, request.id), actor);
});

export const rejectRefundHandler = handle(rejectRefund, async ({ actor, db, params, body, write }) => {
  const asked = await requireRefund(db, actor, params.id);
  const rejected = await write(async (work) => {
    const refund = await lockRefund(work, asked);
    if (refund.state !== 'requested') throw refuseBy(rejectRefund, 'not_waiting');
    const end = { state: 'rejected', message: body.note, settled_at: new Date() } as const;
    return changeRefund(work, refund, 'refunds.reject', end);
  });
  return presentRefund(rejected, actor);
});

/** A refund that was begun may have reached the card, so that only one that waits can be cancelled. */
export const cancelRefundHandler = handle(cancelRefund, async ({ actor, db, params, write, services }) => {
  const asked = await requireRefund(db, actor, params.id);
  if (asked.begun_at !== null && !(await isUnvoided(services, asked))) throw refuseBy(cancelRefund, 'not_waiting');
  const cancelled = await write(async (work) => {
    const refund = await lockRefund(work, asked);
    if (refund.state !== 'requested' && refund.state !== 'waiting') throw refuseBy(cancelRefund, 'not_waiting');
    // An attempt that began after the gateway was asked may have reached the card.
    if (refund.begun_at?.getTime() !== asked.begun_at?.getTime()) throw refuseBy(cancelRefund, 'not_waiting');
    return changeRefund(work, refund, 'refunds.cancel', { state: 'cancelled', settled_at: new Date() });
  });
  return presentRefund(cancelled, actor);
});

/** An earlier attempt may have voided the charge although its answer did not say so. */
async function isUnvoided({ payments }: Services, { gateway, charge_id }: RefundRow): Promise<boolean> {
  if (gateway !== payments.name || charge_id === null) return false;
  try {
    const settlement = await payments.settlementOf(charge_id);
    return settlement !== null && settlement.state !== 'voided';
  } catch (error) {
    if (error instanceof PaymentUnknown || error instanceof PaymentUnavailable) return false;
    throw error;
  }
}
