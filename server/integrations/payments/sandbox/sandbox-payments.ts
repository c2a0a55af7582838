import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { currentMonth, passesLuhn } from '@vialkeep/contract/card-number.ts';
import type { Store } from '../../../kernel/db/db.ts';
import { CardDetails } from '../../../ports/card-details.ts';
import { CardToken } from '../../../ports/card-token.ts';
import {
  CardRefused,
  type Charge,
  type ChargeOutcome,
  type NewCard,
  type Payments,
  PaymentUnavailable,
  PaymentUnknown,
} from '../../../ports/payments.ts';
import { detailsOf, presentOutcome } from './sandbox-answers.ts';
import { FRAME_PATH } from './sandbox-frame.ts';
import { sandboxRefunds } from './sandbox-refunds.ts';
import type { CardOnFile, ChargeRow } from './sandbox-rows.ts';
import { sandboxSettlements } from './sandbox-settlements.ts';
import { sandboxTables } from './sandbox-tables.ts';
import { type SandboxCard, sandboxTokens } from './sandbox-tokens.ts';
import { behaviourOf } from './test-cards.ts';

export type SandboxOptions = {
  /** The duration of a charge on a slow card. */
  readonly slowMs: number;
  /** The timeout after which the answer counts as lost. */
  readonly patienceMs: number;
  /** The seconds after which a charge has settled. */
  readonly settlesSeconds?: number;
};

/** A charge that was received and not carried out for this long is given up: its process has ended. */
const GIVEN_UP_AFTER_SECONDS = 120;

/**
 * A complete local gateway: customers, cards and charges, in tables that only it reads. It has its own connections, so
 * that, like an external system, it does not see the caller's transactions. It closes the store.
 */
export function sandboxPayments(store: Store, { slowMs, patienceMs, settlesSeconds = 900 }: SandboxOptions): Payments {
  const tables = sandboxTables(store);
  const tokens = sandboxTokens(store);
  const closing = new AbortController();

  async function keep(customerId: string, card: SandboxCard) {
    return { customerId, cardId: await tables.keepCard(customerId, card, card.behaviour) };
  }

  async function requireUsable(card: NewCard): Promise<SandboxCard> {
    const read = await readCard(card);
    if (read instanceof CardRefused) throw read;
    return read;
  }

  /** The card without its number, or the reason why it cannot be used. A token is used up by this. */
  async function readCard(card: NewCard): Promise<SandboxCard | CardRefused> {
    const read = card instanceof CardToken ? await tokens.redeem(card) : cardWithoutNumber(card);
    if (read instanceof CardRefused) return read;
    if (read.expires < currentMonth()) return new CardRefused(EXPIRED, 'expiry');
    if (read.behaviour === 'error') {
      throw new PaymentUnavailable('The sandbox fails for this test card, as it should.');
    }
    return read;
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
    tokeniser: { gateway: 'sandbox', frame: FRAME_PATH },
    ...sandboxRefunds(store, settlesSeconds),
    ...sandboxSettlements(store, settlesSeconds),

    async createCustomer(customer, card) {
      const usable = await requireUsable(card);
      return keep(await tables.keepCustomer(customer), usable);
    },

    addCard: async (customerId, card) => keep(customerId, await requireUsable(card)),
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
    const isSaved = !(charge.card instanceof CardDetails || charge.card instanceof CardToken);
    if (on.behaviour === 'decline' || (on.behaviour === 'decline-later' && isSaved))
      return tables.receive(charge, on, 'declined');
    return tables.receive(charge, on, on.behaviour === 'hold' ? 'held' : 'approved', authCode());
  }

  async function cardOnFile({ card }: Charge): Promise<CardOnFile | ChargeOutcome> {
    if (card instanceof CardDetails || card instanceof CardToken) {
      const read = await readCard(card);
      return read instanceof CardRefused ? buildDecline(read.message) : read;
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

/** Validates the number again, independent of any form. */
function cardWithoutNumber(card: CardDetails): SandboxCard | CardRefused {
  const number = card.revealNumber();
  if (!passesLuhn(number)) return new CardRefused('This card number is not right.', 'number');
  const { brand, last4, holder, expires } = card;
  return { brand, last4, holder, expires, behaviour: behaviourOf(number) };
}

const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ0123456789';

function authCode(): string {
  return Array.from({ length: 6 }, () => LETTERS[randomInt(LETTERS.length)]).join('');
}
