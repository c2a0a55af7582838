import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { requestRefund, VOIDED_AS_A_WHOLE } from '@vialkeep/contract/refunds.ts';
import type { Services } from '../../kernel/services.ts';
import { PaymentUnavailable, PaymentUnknown } from '../../ports/payments.ts';
import type { RefundOutcome } from '../../ports/refunds.ts';
import { DATABASE_TIME, newRefundReference, takeStep } from './change-refund.ts';
import type { RefundRow } from './refunds.queries.ts';
import { settleRefund } from './settle-refund.ts';
import { closedWords, OTHER_PROVIDER, UNKNOWN_CHARGE, wayOf } from './way-of.ts';

/** A refund may still reach the gateway this much later than the server's timeout. */
const MARGIN_SECONDS = 5;
const MARGIN_FACTOR = 1.5;

/**
 * A refund whose beginning took longer than this is not sent: another process may already have looked it up, found nothing
 * and ended it.
 */
const SEND_WITHIN_MS = 10_000;

const UNREACHABLE = 'The card payment provider could not be reached. It is asked again every minute.';
const ABOUT_TO_SETTLE =
  'The charge is about to settle at the card payment provider. It is refunded after that by itself.';
const NEVER_ARRIVED = 'The refund did not reach the card payment provider. Nothing was given back.';

/**
 * Carries a refund as far as it goes now. A waiting one asks the gateway for the state of the charge, which decides on
 * the way; one that was begun is looked up and never sent again.
 */
export async function carryOutRefund(services: Services, refund: RefundRow, requestId: string): Promise<RefundRow> {
  try {
    if (refund.state === 'begun') return await lookUpRefund(services, refund, { requestId, isOver: false });
    return refund.state === 'waiting' ? await beginRefund(services, refund, requestId, ROUNDS) : refund;
  } catch (error) {
    if (!isGatewaySilent(error)) throw error;
    return refund.state === 'waiting' ? noteWait(services, refund, UNREACHABLE, requestId) : refund;
  }
}

/** A void that comes too late is decided on again, once; after that the next sweep goes on. */
const ROUNDS = 2;

async function beginRefund(services: Services, refund: RefundRow, requestId: string, rounds: number) {
  if (refund.way === 'outside') return settleRefund(services, refund, { state: 'done', way: 'outside' }, requestId);
  if (refund.gateway !== services.payments.name || refund.charge_id === null) {
    return settleRefund(services, refund, { state: 'failed', message: OTHER_PROVIDER }, requestId);
  }
  const settlement = await services.payments.settlementOf(refund.charge_id);
  if (settlement?.state === 'closed') return fail(services, refund, closedWords(settlement.status), requestId);
  const step = wayOf({ settlement, cents: refund.cents, chargedCents: refund.charged_cents, now: new Date() });
  if (step === 'wait') return noteWait(services, refund, '', requestId);
  if (step === 'too_old') return fail(services, refund, requestRefund.refusals.too_old.message, requestId);
  if (step === 'unknown_charge') return fail(services, refund, UNKNOWN_CHARGE, requestId);
  if (step === 'voided') {
    if (refund.cents !== refund.charged_cents) return fail(services, refund, VOIDED_AS_A_WHOLE, requestId);
    return settleRefund(services, refund, { state: 'done', way: 'void' }, requestId);
  }
  const change = { state: 'begun', way: step, begun_at: DATABASE_TIME, message: '' } as const;
  const asked = performance.now();
  const { refund: begun, isTaken } = await takeStep(services, refund, requestId, { action: 'refunds.begin', change });
  // Only the process that has begun it sends it.
  if (!isTaken) return begun;
  if (performance.now() - asked > SEND_WITHIN_MS) return waitAgain(services, begun, UNREACHABLE, requestId);
  return sendRefund(services, begun, requestId, rounds);
}

async function sendRefund(
  services: Services,
  refund: RefundRow,
  requestId: string,
  rounds: number,
): Promise<RefundRow> {
  const { payments } = services;
  const transactionId = refund.charge_id ?? '';
  try {
    if (refund.way === 'void') {
      await payments.void(transactionId);
      return await settleRefund(services, refund, { state: 'done', way: 'void' }, requestId);
    }
    const { reference, cents: amountCents, card_last4: last4 } = refund;
    const outcome = await payments.refund({ reference, transactionId, amountCents, last4 });
    return await settleByOutcome(services, refund, outcome, requestId);
  } catch (error) {
    if (error instanceof PaymentUnknown) return lookUpWithRetry(services, refund, requestId);
    if (!(error instanceof PaymentUnavailable)) throw error;
    // Nothing was given back: the gateway was not reached, or the charge has settled before the void.
    const waiting = await waitAgain(services, refund, UNREACHABLE, requestId);
    return waiting.state === 'waiting' && rounds > 1 ? beginRefund(services, waiting, requestId, rounds - 1) : waiting;
  }
}

async function settleByOutcome(services: Services, refund: RefundRow, outcome: RefundOutcome, requestId: string) {
  if (outcome.state === 'refunded') {
    const done = { state: 'done', way: 'refund', gatewayId: outcome.refundId } as const;
    return settleRefund(services, refund, done, requestId);
  }
  if (outcome.reason === 'not_settled') return waitUntilSettled(services, refund, requestId);
  // The same reason means an old charge and one that has not settled: the gateway says which.
  const isUnsettled =
    outcome.reason === 'not_creditable' &&
    (await services.payments.settlementOf(refund.charge_id ?? ''))?.state === 'unsettled';
  return isUnsettled
    ? waitUntilSettled(services, refund, requestId)
    : fail(services, refund, outcome.message, requestId);
}

type LookUp = {
  readonly requestId: string;
  /** The very call that sent the refund has ended, so that none that is missing is still on its way. */
  readonly isOver: boolean;
};

/** Asks the gateway for the outcome of a refund whose answer was lost, and settles it by that; never sends it again. */
async function lookUpRefund(services: Services, refund: RefundRow, { requestId, isOver }: LookUp): Promise<RefundRow> {
  const { payments } = services;
  // Another gateway knows nothing of it; it stays begun until the settings name its own again.
  if (refund.gateway !== payments.name) return refund;
  const begun = refund.begun_at ?? refund.requested_at;
  if (refund.way === 'void') {
    const settlement = await payments.settlementOf(refund.charge_id ?? '');
    if (settlement?.state === 'voided') {
      return settleRefund(services, refund, { state: 'done', way: 'void' }, requestId);
    }
    // A void that has not arrived can be repeated, because voiding twice is voiding once.
    return isYoung(services, begun) ? refund : waitAgain(services, refund, UNREACHABLE, requestId);
  }
  const outcome = await payments.findRefund(refund.reference, begun);
  if (outcome === 'not-yet') return refund;
  if (outcome !== 'none') return settleByOutcome(services, refund, outcome, requestId);
  return isOver || !isYoung(services, begun) ? fail(services, refund, NEVER_ARRIVED, requestId) : refund;
}

const LOOK_AGAIN_MS = [0, 1_000, 3_000];

async function lookUpWithRetry(services: Services, refund: RefundRow, requestId: string): Promise<RefundRow> {
  let current = refund;
  for (const wait of LOOK_AGAIN_MS) {
    await sleep(wait);
    try {
      current = await lookUpRefund(services, current, { requestId, isOver: true });
    } catch (error) {
      if (!isGatewaySilent(error)) throw error;
    }
    if (current.state !== 'begun') return current;
  }
  return current;
}

function isYoung({ settings }: Services, begun: Date): boolean {
  return Date.now() - begun.getTime() < (settings.paymentsPatienceSeconds * MARGIN_FACTOR + MARGIN_SECONDS) * 1_000;
}

function fail(services: Services, refund: RefundRow, message: string, requestId: string): Promise<RefundRow> {
  return settleRefund(services, refund, { state: 'failed', message }, requestId);
}

function waitUntilSettled(services: Services, refund: RefundRow, requestId: string): Promise<RefundRow> {
  return waitAgain(services, refund, refund.cents === refund.charged_cents ? ABOUT_TO_SETTLE : '', requestId);
}

/** Nothing was given back by this attempt; the next one has a reference of its own. */
async function waitAgain(services: Services, refund: RefundRow, message: string, requestId: string) {
  const change = { state: 'waiting', way: null, message, reference: newRefundReference() } as const;
  return (await takeStep(services, refund, requestId, { action: 'refunds.wait', change })).refund;
}

/** Says what a refund waits for, where that has changed. */
async function noteWait(services: Services, refund: RefundRow, message: string, requestId: string) {
  if (refund.message === message) return refund;
  const change = { state: 'waiting', message } as const;
  return (await takeStep(services, refund, requestId, { action: 'refunds.wait', change })).refund;
}

function isGatewaySilent(error: unknown): boolean {
  return error instanceof PaymentUnknown || error instanceof PaymentUnavailable;
}
