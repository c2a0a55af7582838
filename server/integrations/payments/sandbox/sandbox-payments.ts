import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { currentMonth, passesLuhn } from '@vialkeep/contract/card-number.ts';
import type { Store } from '../../../kernel/db/db.ts';
import { CardDetails } from '../../../ports/card-details.ts';
import {
  CardRefused,
  type Charge,
  type ChargeOutcome,
  type Payments,
  PaymentUnavailable,
  PaymentUnknown,
} from '../../../ports/payments.ts';
import { detailsOf, presentOutcome } from './sandbox-answers.ts';
import type { CardOnFile, ChargeRow } from './sandbox-rows.ts';
import { sandboxTables } from './sandbox-tables.ts';
import { behaviourOf } from './test-cards.ts';

export type SandboxOptions = {
  /** The duration of a charge on a slow card. */
  readonly slowMs: number;
  /** The timeout after which the answer counts as lost. */
  readonly patienceMs: number;
};

/** A charge that was received and not carried out for this long is given up: its process has ended. */
const GIVEN_UP_AFTER_SECONDS = 120;

/**
 * A complete local gateway: customers, cards and charges, in tables that only it reads. It has its own connections, so
 * that, like an external system, it does not see the caller's transactions. It closes the store.
 */
export function sandboxPayments(store: Store, { slowMs, patienceMs }: SandboxOptions): Payments {
  const tables = sandboxTables(store);
  const closing = new AbortController();

  async function keep(customerId: string, card: CardDetails) {
    requireUsable(card);
    return { customerId, cardId: await tables.keepCard(customerId, card, behaviourOf(card.revealNumber())) };
  }

  /** Records the charge as received and carries it out later; until then a search answers `not-yet`. */
  async function chargeSlowly(charge: Charge, on: CardOnFile): Promise<ChargeRow> {
    const received = await tables.receive(charge, on, 'received');
    const carriedOut = sleep(slowMs, undefined, { signal: closing.signal })
      .then(() => tables.carryOut(charge.reference, authCode()))
      // The database is unavailable or the server stops: the charge stays received and is given up later.
      .catch(() => null);
    const answered = await Promise.race([carriedOut, sleep(patienceMs, null, { ref: false })]);
    return answered ?? received;
  }

  return {
    name: 'sandbox',

    async createCustomer(customer, card) {
      requireUsable(card);
      return keep(await tables.keepCustomer(customer), card);
    },

    addCard: keep,
    listCards: (customerId) => tables.cardsOf(customerId),
    deleteCard: (card) => tables.deleteCard(card),

    async charge(charge) {
      const on = await cardOnFile(charge);
      if ('state' in on) return on;
      const row = on.behaviour === 'slow' ? await chargeSlowly(charge, on) : await chargeAtOnce(charge, on);
      if (row.state === 'received') throw new PaymentUnknown('The sandbox did not answer in time.');
      if (row.state === 'given_up') throw new PaymentUnavailable('The sandbox has given up this charge.');
      if (on.behaviour === 'lose-answer') throw new PaymentUnknown('The answer of the sandbox was lost.');
      return presentOutcome(row);
    },

    async findCharge(reference) {
      await tables.giveUp(reference, GIVEN_UP_AFTER_SECONDS);
      const row = await tables.findCharge(reference);
      if (!row || row.state === 'given_up') return 'none';
      return row.state === 'received' ? 'not-yet' : presentOutcome(row);
    },

    async void(transactionId) {
      const state = await tables.takeBack(transactionId);
      if (state !== 'voided') throw new PaymentUnavailable('The sandbox has nothing to take back.');
    },

    async details(transactionId) {
      const row = await tables.findTransaction(transactionId);
      return row ? detailsOf(row) : null;
    },

    async close() {
      closing.abort();
      await store.close();
    },
  };

  async function chargeAtOnce(charge: Charge, on: CardOnFile): Promise<ChargeRow> {
    if (on.behaviour === 'decline') return tables.receive(charge, on, 'declined');
    return tables.receive(charge, on, on.behaviour === 'hold' ? 'held' : 'approved', authCode());
  }

  async function cardOnFile({ card }: Charge): Promise<CardOnFile | ChargeOutcome> {
    if (card instanceof CardDetails) {
      const why = whyNot(card);
      if (why) return buildDecline(why.message);
      requireNoError(card);
      return { brand: card.brand, last4: card.last4, behaviour: behaviourOf(card.revealNumber()) };
    }
    const kept = await tables.findCard(card);
    if (!kept) return buildDecline('This card is no longer known to the payment provider.');
    return kept.expires < currentMonth() ? buildDecline(EXPIRED) : kept;
  }
}

function buildDecline(message: string): ChargeOutcome {
  return { state: 'declined', transactionId: null, message };
}

const EXPIRED = 'This card has expired.';

/** Validates the card again, independent of any form. */
function whyNot(card: CardDetails): CardRefused | null {
  if (!passesLuhn(card.revealNumber())) return new CardRefused('This card number is not right.', 'number');
  return card.expires < currentMonth() ? new CardRefused(EXPIRED, 'expiry') : null;
}

function requireUsable(card: CardDetails): void {
  const why = whyNot(card);
  if (why) throw why;
  requireNoError(card);
}

function requireNoError(card: CardDetails): void {
  if (behaviourOf(card.revealNumber()) !== 'error') return;
  throw new PaymentUnavailable('The sandbox fails for this test card, as it should.');
}

const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ0123456789';

function authCode(): string {
  return Array.from({ length: 6 }, () => LETTERS[randomInt(LETTERS.length)]).join('');
}
