import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { resolveDifference } from '@vialkeep/contract/reconciliation.ts';
import { refuseBy } from '../../kernel/http/refuse.ts';
import { describeError } from '../../kernel/log.ts';
import type { Services } from '../../kernel/services.ts';
import { PaymentUnavailable, PaymentUnknown } from '../../ports/payments.ts';
import type { RefundOutcome } from '../../ports/refunds.ts';
import { DATABASE_TIME, newRefundReference, wayOf } from '../refunds/index.ts';
import { auditRepetition, changeItem, type ItemChange } from './change-item.ts';
import { type ItemRow, lockItem, parseItem, selectItems } from './items.queries.ts';

/** A refund may still reach the gateway this much later than the server's timeout. */
const MARGIN_SECONDS = 5;
const MARGIN_FACTOR = 1.5;

/**
 * A refund whose beginning took longer than this is not sent: another process may already have looked it up, found nothing
 * and opened the difference again.
 */
const SEND_WITHIN_MS = 10_000;

const UNREACHABLE = 'The card payment provider could not be reached. Nothing was given back; try again.';
const NEVER_ARRIVED = 'The refund did not reach the card payment provider. Nothing was given back; try again.';
const ABOUT_TO_SETTLE = 'The charge is about to settle at the card payment provider. Try again after that.';
const UNKNOWN_CHARGE = 'The card payment provider does not know this charge any more.';

type GiveBackRequest = { readonly userId: number; readonly note: string; readonly requestId: string };

/**
 * Gives an orphan charge back, once: its reference is committed, then the gateway is called, and only the process that
 * committed it calls. A lost answer is looked up and never sent again. The gateway's state of the charge decides whether it
 * is voided or refunded.
 */
export async function giveBack(services: Services, item: ItemRow, asked: GiveBackRequest): Promise<ItemRow> {
  const { userId, note, requestId } = asked;
  if (item.state === 'begun') return lookUpBegun(services, item, requestId);
  const way = await chooseWay(services, item);
  if (way === null) return noteFailure(services, item, UNREACHABLE, asked);
  if (way === 'unknown_charge') return noteFailure(services, item, UNKNOWN_CHARGE, asked);
  if (way === 'voided') {
    return takeStep(services, item, requestId, { change: { ...buildResolution(userId), note } });
  }
  const sent_reference = newRefundReference();
  const started = performance.now();
  const change = { state: 'begun', way, note, sent_reference, begun_at: DATABASE_TIME, message: '' } as const;
  const begun = await takeStep(services, item, requestId, {
    change: ({ requested_by, note: requestNote }) => ({
      ...change,
      requested_by: userId,
      write_off_by: requested_by,
      write_off_note: requested_by === null ? '' : requestNote,
    }),
    userId,
  });
  // Only the process that has begun it sends it.
  if (begun.sent_reference !== sent_reference) return begun;
  if (performance.now() - started > SEND_WITHIN_MS) {
    return takeStep(services, begun, requestId, { change: buildReopening(UNREACHABLE) });
  }
  return sendGiveBack(services, begun, requestId);
}

/** The item as it is where the gateway does not answer; the next look-up goes on. */
async function lookUpBegun(services: Services, item: ItemRow, requestId: string): Promise<ItemRow> {
  try {
    return await lookUp(services, item, { requestId, isOver: false });
  } catch (error) {
    if (!isGatewaySilent(error)) throw error;
    return item;
  }
}

/** Says why nothing was begun. A write-off that waits for another administrator goes on waiting. */
function noteFailure(services: Services, item: ItemRow, message: string, { userId, requestId }: GiveBackRequest) {
  return takeStep(services, item, requestId, { change: { state: 'open', message }, userId });
}

/** Null where the gateway could not be asked. */
async function chooseWay(services: Services, { gateway, gateway_id, theirs_cents }: ItemRow) {
  if (gateway !== services.payments.name) throw refuseBy(resolveDifference, 'not_this_way');
  const cents = theirs_cents ?? 0;
  try {
    const settlement = await services.payments.settlementOf(gateway_id);
    if (settlement?.state === 'closed') throw refuseBy(resolveDifference, 'not_this_way');
    const way = wayOf({ settlement, cents, chargedCents: cents, now: new Date() });
    if (way === 'too_old') throw refuseBy(resolveDifference, 'too_old');
    return way === 'wait' ? null : way;
  } catch (error) {
    if (isGatewaySilent(error)) return null;
    throw error;
  }
}

async function sendGiveBack(services: Services, item: ItemRow, requestId: string): Promise<ItemRow> {
  const { payments } = services;
  try {
    if (item.way === 'void') {
      await payments.void(item.gateway_id);
      return await end(services, item, requestId);
    }
    const outcome = await payments.refund({
      reference: item.sent_reference ?? '',
      transactionId: item.gateway_id,
      amountCents: item.theirs_cents ?? 0,
      // The gateway knows the card of a charge that the books do not have.
      last4: '',
    });
    return await settleByOutcome(services, item, outcome, requestId);
  } catch (error) {
    if (error instanceof PaymentUnknown) return lookUpWithRetry(services, item, requestId);
    if (!(error instanceof PaymentUnavailable)) throw error;
    return takeStep(services, item, requestId, { change: buildReopening(UNREACHABLE) });
  }
}

function settleByOutcome(services: Services, item: ItemRow, outcome: RefundOutcome, requestId: string) {
  if (outcome.state === 'refunded') return end(services, item, requestId);
  const message = outcome.reason === 'not_settled' ? ABOUT_TO_SETTLE : outcome.message;
  return takeStep(services, item, requestId, { change: buildReopening(message) });
}

type LookUp = {
  readonly requestId: string;
  /** The very call that sent it has ended, so that none that is missing is still on its way. */
  readonly isOver: boolean;
};

async function lookUp(services: Services, item: ItemRow, { requestId, isOver }: LookUp): Promise<ItemRow> {
  const { payments } = services;
  const begun = item.begun_at ?? item.opened_at;
  if (item.gateway !== payments.name) return item;
  if (item.way === 'void') {
    const settlement = await payments.settlementOf(item.gateway_id);
    if (settlement?.state === 'voided') return end(services, item, requestId);
    // A void that has not arrived can be repeated, because voiding twice is voiding once.
    return isYoung(services, begun)
      ? item
      : takeStep(services, item, requestId, { change: buildReopening(UNREACHABLE) });
  }
  const outcome = await payments.findRefund(item.sent_reference ?? '', begun);
  if (outcome === 'not-yet') return item;
  if (outcome !== 'none') return settleByOutcome(services, item, outcome, requestId);
  if (!isOver && isYoung(services, begun)) return item;
  return takeStep(services, item, requestId, { change: buildReopening(NEVER_ARRIVED) });
}

const LOOK_AGAIN_MS = [0, 1_000, 3_000];

async function lookUpWithRetry(services: Services, item: ItemRow, requestId: string): Promise<ItemRow> {
  let current = item;
  for (const wait of LOOK_AGAIN_MS) {
    await sleep(wait);
    try {
      current = await lookUp(services, current, { requestId, isOver: true });
    } catch (error) {
      if (!isGatewaySilent(error)) throw error;
    }
    if (current.state !== 'begun') return current;
  }
  return current;
}

/** Looks up what was begun and whose answer was lost, or whose server has stopped. */
export async function lookUpGiveBacks(services: Services, requestId: string): Promise<void> {
  const rows = await selectItems(services.store.read('platform')).where('item.state', '=', 'begun').execute();
  for (const row of rows) {
    try {
      await lookUp(services, parseItem(row), { requestId, isOver: false });
    } catch (error) {
      services.log.warn({ difference: row.id, error: describeError(error) }, 'a difference could not be looked up yet');
    }
  }
}

/**
 * The gateway has given the charge back. Where a look-up came before the refund and opened the difference again, it is
 * resolved all the same, with the reference that was sent.
 */
function end(services: Services, item: ItemRow, requestId: string): Promise<ItemRow> {
  const { way, sent_reference, requested_by } = item;
  const change = buildResolution(requested_by ?? 0);
  return takeStep(services, item, requestId, {
    change,
    changeIfReopened: { ...change, way, sent_reference, requested_by, begun_at: DATABASE_TIME },
  });
}

function buildResolution(userId: number): ItemChange {
  return {
    state: 'resolved',
    how: 'give_back',
    resolved_by: userId,
    resolved_at: new Date(),
    message: '',
    write_off_by: null,
    write_off_note: '',
  };
}

/**
 * Nothing was given back; the next attempt has a reference of its own. A write-off that was asked for before goes on
 * waiting for another administrator.
 */
function buildReopening(message: string): (locked: ItemRow) => ItemChange {
  const change = { state: 'open', way: null, sent_reference: null, begun_at: null, message } as const;
  return ({ write_off_by, write_off_note }) => ({
    ...change,
    requested_by: write_off_by,
    ...(write_off_by === null ? {} : { note: write_off_note }),
    write_off_by: null,
    write_off_note: '',
  });
}

type GiveBackStep = {
  /** Built from the locked row where it keeps a part of it. */
  readonly change: ItemChange | ((locked: ItemRow) => ItemChange);
  /** Taken where another process has opened the difference again. */
  readonly changeIfReopened?: ItemChange;
  /** Who asked for the step, where the change names no person. */
  readonly userId?: number;
};

/** Of several processes at once, one finds the difference as the caller has read it and takes the step. */
async function takeStep(services: Services, item: ItemRow, requestId: string, step: GiveBackStep): Promise<ItemRow> {
  const { change, changeIfReopened } = step;
  const resolvedBy = typeof change === 'object' ? change.resolved_by : undefined;
  const userId = step.userId ?? resolvedBy ?? item.requested_by;
  const cause = { actorId: userId, userId, sessionId: null, requestId };
  return services.store.write('platform', cause, async (work) => {
    const locked = await lockItem(work, item);
    const isSame = locked.state === item.state && locked.sent_reference === item.sent_reference;
    const taken = isSame ? change : locked.state === 'open' ? changeIfReopened : undefined;
    if (taken) {
      const built = typeof taken === 'function' ? taken(locked) : taken;
      return changeItem(work, services, locked, { action: 'reconciliation.give_back', change: built });
    }
    await auditRepetition(work, services, locked);
    return locked;
  });
}

function isYoung({ settings }: Services, begun: Date): boolean {
  return Date.now() - begun.getTime() < (settings.paymentsPatienceSeconds * MARGIN_FACTOR + MARGIN_SECONDS) * 1_000;
}

function isGatewaySilent(error: unknown): boolean {
  return error instanceof PaymentUnknown || error instanceof PaymentUnavailable;
}
