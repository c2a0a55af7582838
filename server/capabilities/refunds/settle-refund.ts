import type { RefundWay } from '@vialkeep/contract/refunds.ts';
import { audit } from '../../kernel/audit/audit.ts';
import type { Work } from '../../kernel/db/db.ts';
import type { Domain } from '../../kernel/domains.ts';
import type { Services } from '../../kernel/services.ts';
import { clawBack } from '../commissions/index.ts';
import { releaseCoupon } from '../coupons/index.ts';
import { appendCustody } from '../custody/index.ts';
import { postEntry } from '../journal/index.ts';
import { cancelVialOrder } from '../orders/index.ts';
import { takeBackPaidDays } from '../storage-billing/index.ts';
import { auditRepetition, isSameAttempt, refundAuditContext, targetFacts } from './change-refund.ts';
import { queueRefundReceipt } from './refund-receipt.ts';
import { targetWords } from './refunds.present.ts';
import { getRefund, lockRefund, type RefundRow } from './refunds.queries.ts';

export type RefundEnd =
  | { readonly state: 'done'; readonly way: RefundWay; readonly gatewayId?: string }
  | { readonly state: 'failed'; readonly message: string };

/** Ends a refund by the gateway's answer, once: under the row lock, a second call finds it ended. */
export async function settleRefund(
  { store, domains }: Services,
  refund: RefundRow,
  end: RefundEnd,
  requestId: string,
): Promise<RefundRow> {
  const site = await domains.ofId(refund.domain_id);
  return store.write(refund.domain_id, refundAuditContext(refund, requestId), async (work) => {
    const locked = await lockRefund(work, refund);
    if (!isSameAttempt(locked, refund)) {
      await auditRepetition(work, locked, end.state === 'done' && locked.state !== 'done');
      return locked;
    }
    return endRefund(work, locked, site, end);
  });
}

/** Writes the end of a refund and all that follows from it, in a transaction that holds its row lock. */
export async function endRefund(work: Work, refund: RefundRow, site: Domain, end: RefundEnd): Promise<RefundRow> {
  await work.db
    .updateTable('refunds')
    .set({
      state: end.state,
      settled_at: new Date(),
      ...(end.state === 'done'
        ? { way: end.way, gateway_id: end.gatewayId ?? null, message: '' }
        : { message: end.message }),
    })
    .where('id', '=', refund.id)
    .execute();
  const ended = await getRefund(work.db, refund.id);
  const [journal, ...others] = end.state === 'done' ? await writeConsequences(work, ended, site, end.way) : [];
  await audit(work, {
    domainId: refund.domain_id,
    action: 'refunds.settle',
    subject: 'refund',
    subjectId: refund.id,
    facts: {
      ...targetFacts(refund),
      cents: refund.cents,
      state: end.state,
      ...(journal === undefined
        ? {}
        : { way: ended.way, journal: others.length === 0 ? journal : [journal, ...others] }),
    },
  });
  return ended;
}

/**
 * What follows from money that was given back; returns the digests of the journal's entries. The journal comes before the
 * chain of custody, as in a purchase: two units of work about one patient must take these locks in one order.
 */
async function writeConsequences(
  work: Work,
  refund: RefundRow,
  site: Domain,
  way: RefundWay,
): Promise<readonly string[]> {
  const { id, cents, domain_id: domainId, transaction_id: transactionId } = refund;
  if (transactionId === null) return [await refundInvoice(work, refund, site, way)];
  const sale = await work.db
    .selectFrom('transactions')
    .leftJoin('checkouts', 'checkouts.transaction_id', 'transactions.id')
    .select(['product_id', 'patient_id', 'charged_cents', 'refunded_cents', 'receipt_email', 'checkouts.reference'])
    .where('transactions.id', '=', transactionId)
    .executeTakeFirstOrThrow();
  const about = { transaction_id: transactionId, product_id: sale.product_id };
  const isTakenBack = way === 'chargeback';
  const kind = isTakenBack ? 'chargeback' : 'refund';
  const digest = await postEntry(work, {
    domainId,
    kind,
    key: `${kind}:${id}`,
    memo: `${isTakenBack ? 'Chargeback' : 'Refund'} #${id} of transaction #${transactionId}`,
    lines: [
      { account: isTakenBack ? 4920 : 4910, cents, ...about },
      { account: isTakenBack || way === 'outside' ? 1010 : 1000, cents: -cents, ...about },
    ],
  });
  const commission = await clawBack(work, { transactionId, refundId: id });
  const isWhole = sale.refunded_cents === sale.charged_cents;
  if (sale.patient_id !== null) {
    await appendCustody(
      work,
      { id: sale.patient_id, domainId },
      { kind: 'order.refunded', facts: { transaction: transactionId, cents, whole: isWhole } },
    );
  }
  // Vials are freed before the coupon, in the order in which a checkout takes them.
  if (isWhole) await cancelVialOrder(work, transactionId);
  if (isWhole && refund.return_coupon && sale.reference !== null) {
    await releaseCoupon(work, { reference: sale.reference, domainId });
  }
  queueRefundReceipt(work, { site, refund, email: sale.receipt_email });
  return [digest, ...commission];
}

/** The part that was not earned yet is taken from what is deferred, and the rest from revenue. */
async function refundInvoice(work: Work, refund: RefundRow, site: Domain, way: RefundWay): Promise<string> {
  const { id, cents, domain_id: domainId, unearned_cents: unearned, invoice_id: invoiceId } = refund;
  const isTakenBack = way === 'chargeback';
  const kind = isTakenBack ? 'chargeback' : 'refund';
  const lines = [
    { account: 2100, cents: unearned },
    { account: isTakenBack ? 4920 : 4910, cents: cents - unearned },
    { account: isTakenBack || way === 'outside' ? 1010 : 1000, cents: -cents },
  ];
  const digest = await postEntry(work, {
    domainId,
    kind,
    key: `${kind}:${id}`,
    memo: `${isTakenBack ? 'Chargeback' : 'Refund'} #${id} of storage invoice ${targetWords(refund)}`,
    lines: lines.filter((line) => line.cents !== 0),
  });
  if (invoiceId !== null) await takeBackPaidDays(work, invoiceId);
  const { email } = await work.db
    .selectFrom('storage_invoices as invoice')
    .innerJoin('storage_enrolments as plan', 'plan.id', 'invoice.enrolment_id')
    .innerJoin('users', 'users.id', 'plan.patient_id')
    .select('users.email')
    .where('invoice.id', '=', invoiceId)
    .executeTakeFirstOrThrow();
  queueRefundReceipt(work, { site, refund, email });
  return digest;
}
