import { setTimeout as sleep } from 'node:timers/promises';
import type { Services } from '../../kernel/services.ts';
import { CardTokenExpired } from '../../ports/card-token.ts';
import { CardRefused, type Charge, PaymentUnavailable, PaymentUnknown } from '../../ports/payments.ts';
import type { CardRefusal, Settlement } from './settlement.ts';

/** A committed row that says what is about to be charged, under a reference of its own. */
export type ChargeIntent = { readonly state: string; readonly reference: string; readonly begun_at: Date };

/** Settles an intent by the gateway's answer, in one transaction; a second call finds it settled. */
export type Settle<Intent> = (intent: Intent, settlement: Settlement) => Promise<Intent>;

/** The gateway was unavailable, so nothing was charged and the intent is given up. */
export class ChargeNotAttempted extends Error {
  override readonly name = 'ChargeNotAttempted';
}

/**
 * Charges a new intent and settles it by the answer. After a lost answer the charge is looked up and never repeated; if
 * the outcome stays unknown, the intent stays begun, and the job of its table resolves it.
 */
export async function chargeIntent<Intent extends ChargeIntent>(
  services: Services,
  intent: Intent,
  charge: Omit<Charge, 'reference'>,
  settle: Settle<Intent>,
): Promise<Intent> {
  try {
    const outcome = await services.payments.charge({ ...charge, reference: intent.reference });
    return await settle(intent, outcome);
  } catch (error) {
    if (error instanceof PaymentUnknown) return lookUpWithRetry(services, intent, settle);
    const refusal = buildCardRefusal(error);
    if (!refusal && !(error instanceof PaymentUnavailable)) throw error;
    await settle(intent, refusal ?? 'none');
    throw error instanceof PaymentUnavailable ? new ChargeNotAttempted(error.message) : error;
  }
}

/** Kept with the intent, so that a repeated request gets the same refusal; null where the card is not the reason. */
function buildCardRefusal(error: unknown): CardRefusal | null {
  if (error instanceof CardTokenExpired) return { state: 'refused', reason: 'card_token_expired', message: '' };
  if (error instanceof CardRefused) return { state: 'refused', reason: 'card_refused', message: error.message };
  return null;
}

/** A charge may still reach the gateway this much later than the server's timeout. */
const MARGIN_SECONDS = 5;
const MARGIN_FACTOR = 1.5;

/**
 * Asks the gateway for the outcome of a charge whose answer was lost, and settles the intent by it; never charges.
 * Decides nothing while the charge may still be on its way. `isOver`: the very call that made it has ended.
 */
export async function lookUpIntent<Intent extends ChargeIntent>(
  services: Services,
  intent: Intent,
  settle: Settle<Intent>,
  { isOver }: { readonly isOver: boolean },
): Promise<Intent> {
  if (!isOpen(intent)) return intent;
  const outcome = await services.payments.findCharge(intent.reference, intent.begun_at);
  if (outcome === 'not-yet') return intent;
  if (outcome === 'none' && !isOver && isYoung(services, intent)) return intent;
  if (typeof outcome === 'object' && outcome.state === 'held' && intent.state === 'held') return intent;
  return settle(intent, outcome);
}

/** Whether the intent still waits for its outcome. */
export function isOpen({ state }: Pick<ChargeIntent, 'state'>): boolean {
  return state === 'begun' || state === 'held';
}

/** Whether the gateway could not be asked, so that the outcome is looked up later. */
export function isGatewaySilent(error: unknown): boolean {
  return error instanceof PaymentUnknown || error instanceof PaymentUnavailable;
}

const LOOK_AGAIN_MS = [0, 1_000, 3_000];

async function lookUpWithRetry<Intent extends ChargeIntent>(
  services: Services,
  intent: Intent,
  settle: Settle<Intent>,
): Promise<Intent> {
  let current = intent;
  for (const wait of LOOK_AGAIN_MS) {
    await sleep(wait);
    try {
      current = await lookUpIntent(services, current, settle, { isOver: true });
    } catch (error) {
      if (!isGatewaySilent(error)) throw error;
    }
    if (current.state !== 'begun') return current;
  }
  return current;
}

function isYoung({ settings }: Services, { begun_at }: ChargeIntent): boolean {
  return Date.now() - begun_at.getTime() < (settings.paymentsPatienceSeconds * MARGIN_FACTOR + MARGIN_SECONDS) * 1_000;
}

const LONGEST_WAIT_MS = 20_000;
const LOOK_EVERY_MS = 250;

/** Waits for the outcome of an intent that another request has begun. */
export async function waitForOutcome<Intent extends ChargeIntent>(
  first: Intent,
  read: () => Promise<Intent | undefined>,
): Promise<Intent> {
  let current = first;
  for (const deadline = Date.now() + LONGEST_WAIT_MS; current.state === 'begun' && Date.now() < deadline; ) {
    await sleep(LOOK_EVERY_MS);
    current = (await read()) ?? current;
  }
  return current;
}
