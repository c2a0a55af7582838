import { formatCents } from '@vialkeep/contract/kernel/money.ts';
import type { Received } from '@vialkeep/contract/kernel/route.ts';
import { requestInvoiceRefund, requestRefund } from '@vialkeep/contract/refunds.ts';
import { audit } from '../../kernel/audit/audit.ts';
import type { Db, Work } from '../../kernel/db/db.ts';
import { handle } from '../../kernel/http/handle.ts';
import { orNotFound, refuseBy } from '../../kernel/http/refuse.ts';
import type { Services } from '../../kernel/services.ts';
import { PaymentUnavailable, PaymentUnknown } from '../../ports/payments.ts';
import { readSiteMoneySettings } from '../money-settings/index.ts';
import { carryOutRefund } from './carry-out-refund.ts';
import { newRefundReference, targetFacts } from './change-refund.ts';
import { presentRefund } from './refunds.present.ts';
import {
  getRefund,
  isOfTarget,
  lockTarget,
  parseRefund,
  type RefundRow,
  type RefundTarget,
  type Requester,
  selectRefunds,
  sitesOf,
} from './refunds.queries.ts';
import { type ChargeState, isTooOld } from './way-of.ts';

type RefundRequest = Received<typeof requestRefund>['body'];
export type RefundableSale = NonNullable<Awaited<ReturnType<typeof findSale>>>;

/**
 * Requests a refund, in this order: the row with its reference is committed, then the gateway is called, and its answer
 * ends the refund in one transaction. A repeated request with the same key gets the same refund, looked up once more.
 */
export const requestRefundHandler = handle(
  requestRefund,
  async ({ actor, db, params, body, write, services, request }) => {
    const sale = orNotFound(await findSale(db, actor, params.id));
    if (sale.charged_cents === 0) throw refuseBy(requestRefund, 'nothing_charged');
    if (isImported(sale)) throw refuseBy(requestRefund, 'imported');
    const known = await findByKey(db, ofSale(sale), body);
    const settlement = known || body.outside ? null : await readSettlement(services, sale);
    if (isTooOld(settlement, new Date())) throw refuseBy(requestRefund, 'too_old');
    const refund = known ?? (await write((work) => recordRefundRequest(work, actor, sale, body)));
    return presentRefund(await carryOutRefund(services, refund, request.id), actor);
  },
  { refund_keys_are_used_once: { reason: 'key_reused' } },
);

/** A transaction of the actor's sites, with what was charged for it. */
export function findSale(db: Db, actor: Requester, id: number) {
  return db
    .selectFrom('transactions')
    .select(['id', 'domain_id', 'gateway', 'gateway_id', 'charged_cents', 'refunded_cents', 'card_brand', 'card_last4'])
    .select(['coupon_code', 'buyer_id', 'patient_id', 'product_id'])
    .where('id', '=', id)
    .where((eb) => eb.and(sitesOf(actor).map((site) => eb('domain_id', '=', site))))
    .executeTakeFirst();
}

/** Another system took the money of a sale that was imported. */
export function isImported({ gateway }: Pick<RefundableSale, 'gateway'>): boolean {
  return gateway === 'import';
}

/** The gateway's state of the charge; where it cannot be asked now, the refund waits until it can. */
export async function readSettlement(
  { payments }: Services,
  { gateway, gateway_id }: Pick<RefundableSale, 'gateway' | 'gateway_id'>,
): Promise<ChargeState> {
  if (gateway !== payments.name || gateway_id === null) return { state: 'other_gateway' };
  try {
    return (await payments.settlementOf(gateway_id)) ?? { state: 'not_known' };
  } catch (error) {
    if (error instanceof PaymentUnknown || error instanceof PaymentUnavailable) return { state: 'unknown' };
    throw error;
  }
}

/** The refund of this key, which must be the refund that is asked for; null without one. */
export async function findByKey(db: Db, target: RefundTarget, body: RefundRequest): Promise<RefundRow | null> {
  const row = await selectRefunds(db).where('refunds.key', '=', body.key).executeTakeFirst();
  if (!row) return null;
  const isSame =
    row.transaction_id === target.transaction_id &&
    row.invoice_id === target.invoice_id &&
    (body.amount ?? row.cents) === row.cents &&
    body.return_coupon === row.return_coupon &&
    body.outside === (row.way === 'outside');
  if (!isSame) throw refuseBy(requestRefund, 'key_reused');
  return parseRefund(row);
}

/** Commits the request under the lock of its transaction, so that of several at once one is recorded. */
export async function recordRefundRequest(
  work: Work,
  actor: Requester,
  { id }: Pick<RefundableSale, 'id'>,
  body: RefundRequest,
): Promise<RefundRow> {
  const target = ofSale({ id });
  await lockTarget(work, target);
  return recordRequest(work, actor, { target, charge: orNotFound(await findSale(work.db, actor, id)), body });
}

type Request = {
  readonly target: RefundTarget;
  /** Read under the lock of what was charged. */
  readonly charge: Pick<RefundableSale, 'domain_id' | 'charged_cents' | 'refunded_cents'>;
  readonly body: RefundRequest;
};

export async function recordRequest(work: Work, actor: Requester, request: Request): Promise<RefundRow> {
  const { target, charge, body } = request;
  const known = await findByKey(work.db, target, body);
  if (known) {
    await auditRequest(work, known, 'refunds.repeat');
    return known;
  }
  await requireNoneOpen(work.db, target);
  const left = charge.charged_cents - charge.refunded_cents;
  if (body.left !== undefined && body.left !== left) throw refuseBy(requestRefund, 'refunded_meanwhile');
  const cents = body.amount ?? left;
  if (cents > left || left === 0) {
    const message = `At most ${formatCents(left)} can be refunded.`;
    throw refuseBy(requestRefund, 'more_than_left', { message, fields: ['amount'] });
  }
  const { approval_cents } = await readSiteMoneySettings(work.db, charge.domain_id);
  const inserted = await work.db
    .insertInto('refunds')
    .values({
      ...target,
      domain_id: charge.domain_id,
      cents,
      way: body.outside ? 'outside' : null,
      reason: body.reason,
      note: body.note,
      key: body.key,
      return_coupon: body.return_coupon,
      requested_by: actor.userId,
      // All refunds of one charge count together, so that two halves need the same approval as the whole.
      state: charge.refunded_cents + cents >= approval_cents ? 'requested' : 'waiting',
      reference: newRefundReference(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const refund = await getRefund(work.db, inserted.id);
  await auditRequest(work, refund, 'refunds.request');
  return refund;
}

function ofSale({ id }: Pick<RefundableSale, 'id'>): RefundTarget {
  return { transaction_id: id, invoice_id: null };
}

async function requireNoneOpen(db: Db, target: RefundTarget): Promise<void> {
  const open = await db
    .selectFrom('refunds')
    .select('id')
    .where(isOfTarget(target))
    .where('state', 'in', ['requested', 'waiting', 'begun'])
    .executeTakeFirst();
  if (!open) return;
  throw target.transaction_id === null
    ? refuseBy(requestInvoiceRefund, 'refund_under_way')
    : refuseBy(requestRefund, 'refund_under_way');
}

async function auditRequest(work: Work, refund: RefundRow, action: string): Promise<void> {
  await audit(work, {
    domainId: refund.domain_id,
    action,
    subject: 'refund',
    subjectId: refund.id,
    facts: {
      ...targetFacts(refund),
      cents: refund.cents,
      reason: refund.reason,
      outside: refund.way === 'outside',
      state: refund.state,
    },
  });
}
