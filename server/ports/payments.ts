import type { CardBrand } from '@vialkeep/contract/card-number.ts';
import type { CardDetails } from './card-details.ts';
import type { CardToken, Tokeniser } from './card-token.ts';
import type { Refunds } from './refunds.ts';
import type { Settlements } from './settlements.ts';

/** A customer whose cards the gateway stores. */
export type Customer = {
  /** The product's reference of the customer, at most 20 characters. The same one always means the same customer. */
  readonly reference: string;
  readonly email: string;
};

export type BillTo = {
  readonly firstName: string;
  readonly lastName: string;
  readonly company: string;
  readonly address: string;
  readonly city: string;
  readonly state: string;
  readonly zip: string;
  readonly country: string;
};

/** A card that the gateway stores, by the gateway's ids. */
export type CardAtGateway = { readonly customerId: string; readonly cardId: string };

/** A card that the gateway does not store yet. A token that it does not take throws `CardTokenExpired`. */
export type NewCard = CardDetails | CardToken;

/** The gateway's data of a stored card. */
export type KnownCard = {
  readonly cardId: string;
  readonly brand: CardBrand;
  readonly last4: string;
  readonly holder: string;
  /** YYYY-MM */
  readonly expires: string;
};

export type Charge = {
  /** Unique per attempt and never reused, at most 20 characters: it finds a charge whose answer was lost. */
  readonly reference: string;
  readonly amountCents: number;
  /** A new card, or one that the gateway stores. */
  readonly card: NewCard | CardAtGateway;
  /** The number that people use for the purchase; several attempts can share it. At most 20 characters. */
  readonly invoiceNumber: string;
  readonly description: string;
  readonly customer: { readonly id: string; readonly email: string };
  /** Ignored for a stored card, which has its own. */
  readonly billTo: BillTo | null;
};

type Taken = { readonly transactionId: string; readonly brand: CardBrand; readonly last4: string };

/** The outcome of a charge. `held`: the money is reserved, and the gateway's staff decide. */
export type ChargeOutcome =
  | (Taken & { readonly state: 'approved'; readonly authCode: string })
  | (Taken & { readonly state: 'held' })
  | (Taken & { readonly state: 'voided' })
  | { readonly state: 'declined'; readonly transactionId: string | null; readonly message: string };

/** `not-yet`: there is no charge so far, but one may still arrive. Only `none` allows another attempt. */
export type FoundCharge = ChargeOutcome | 'none' | 'not-yet';

/** The gateway's data of a transaction, for people to read. It contains only the last digits of the card number. */
export type TransactionDetails = { readonly transactionId: string; readonly facts: Readonly<Record<string, unknown>> };

/**
 * The payment gateway: stores cards and charges them. Amounts are whole cents. `PaymentUnavailable` means that nothing
 * was done; `PaymentUnknown` means that the outcome is unknown, and then the caller uses `findCharge`, never a second
 * `charge`.
 */
export type Payments = Refunds &
  Settlements & {
    readonly name: 'sandbox' | 'authorizenet';
    readonly tokeniser: Tokeniser;
    /** Creates a customer with a first card. Idempotent. */
    createCustomer(customer: Customer, card: NewCard): Promise<CardAtGateway>;
    /** Stores one more card. The same card of the same customer is stored once. */
    addCard(customerId: string, card: NewCard): Promise<CardAtGateway>;
    listCards(customerId: string): Promise<readonly KnownCard[]>;
    /** Deleting a missing card is no error. */
    deleteCard(card: CardAtGateway): Promise<void>;
    charge(charge: Charge): Promise<ChargeOutcome>;
    /** The outcome of the attempt with this reference, which began around this time. */
    findCharge(reference: string, begun: Date): Promise<FoundCharge>;
    /** Voids a charge that is not settled yet. Idempotent. */
    void(transactionId: string): Promise<void>;
    /** Null when the gateway knows no such transaction. */
    details(transactionId: string): Promise<TransactionDetails | null>;
    close(): Promise<void>;
  };

/** Nothing was done, and a retry is right. The message contains no name, no address and no card. */
export class PaymentUnavailable extends Error {
  override readonly name: string = 'PaymentUnavailable';
}

/** The settings are refused. A retry is right only after an administrator has corrected them. */
export class PaymentMisconfigured extends PaymentUnavailable {
  override readonly name = 'PaymentMisconfigured';
}

/** The outcome is unknown: the answer is lost, late or unreadable. */
export class PaymentUnknown extends Error {
  override readonly name = 'PaymentUnknown';
}

/** The gateway refuses this card; the message is for its owner. */
export class CardRefused extends Error {
  override readonly name = 'CardRefused';
  readonly about: 'number' | 'expiry' | 'code' | null;

  constructor(message: string, about: CardRefused['about'] = null) {
    super(message);
    this.about = about;
  }
}
