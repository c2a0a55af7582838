import type { CardBrand } from '@vialkeep/contract/card-number.ts';
import type { CardDetails } from './card-details.ts';

/** Somebody the gateway keeps cards for. */
export type Customer = {
  /** Our own name for them, at most 20 characters. Asked twice with the same one, it is the same customer. */
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

/** A card that the gateway keeps, by the names it gave. */
export type CardAtGateway = { readonly customerId: string; readonly cardId: string };

/** What a gateway tells of a card it keeps. */
export type KnownCard = {
  readonly cardId: string;
  readonly brand: CardBrand;
  readonly last4: string;
  readonly holder: string;
  /** YYYY-MM */
  readonly expires: string;
};

export type Charge = {
  /** Ours, one for each attempt and never used again, at most 20 characters: by it a lost answer is found. */
  readonly reference: string;
  readonly amountCents: number;
  /** A new card, or one that the gateway keeps. */
  readonly card: CardDetails | CardAtGateway;
  /** What people call the purchase; it need not be new with every attempt. At most 20 characters. */
  readonly invoiceNumber: string;
  readonly description: string;
  readonly customer: { readonly id: string; readonly email: string };
  /** Not looked at for a card that the gateway keeps, which has its own. */
  readonly billTo: BillTo | null;
};

type Taken = { readonly transactionId: string; readonly brand: CardBrand; readonly last4: string };

/** What has become of a charge. `held`: the money is reserved, and somebody at the gateway decides. */
export type ChargeOutcome =
  | (Taken & { readonly state: 'approved'; readonly authCode: string })
  | (Taken & { readonly state: 'held' })
  | (Taken & { readonly state: 'voided' })
  | { readonly state: 'declined'; readonly transactionId: string | null; readonly message: string };

/** `not-yet`: there is none so far, but one may still arrive. Only `none` allows another attempt. */
export type FoundCharge = ChargeOutcome | 'none' | 'not-yet';

/** Everything the gateway tells of a transaction, for people to read. Holds no card number but its last digits. */
export type TransactionDetails = { readonly transactionId: string; readonly facts: Readonly<Record<string, unknown>> };

/**
 * The party that keeps cards and takes money. Amounts are whole cents. What is sure throws `PaymentUnavailable` (nothing
 * was done) or answers; what is not known throws `PaymentUnknown`, and then `findCharge` tells, never a second `charge`.
 */
export type Payments = {
  readonly name: 'sandbox' | 'authorizenet';
  /** Makes a customer known together with a first card. Repeating it does no harm. */
  createCustomer(customer: Customer, card: CardDetails): Promise<CardAtGateway>;
  /** Keeps one more card. The same card of the same customer is kept once. */
  addCard(customerId: string, card: CardDetails): Promise<CardAtGateway>;
  listCards(customerId: string): Promise<readonly KnownCard[]>;
  /** A card that is not there is deleted already. */
  deleteCard(card: CardAtGateway): Promise<void>;
  charge(charge: Charge): Promise<ChargeOutcome>;
  /** What became of the attempt with this reference, which was begun around this moment. */
  findCharge(reference: string, begun: Date): Promise<FoundCharge>;
  /** Takes back what is not settled yet. Taking it back twice is taking it back. */
  void(transactionId: string): Promise<void>;
  /** Null when the gateway knows no such transaction. */
  details(transactionId: string): Promise<TransactionDetails | null>;
  close(): Promise<void>;
};

/** Nothing was done, and trying later is right. The message holds no name, no address and no card. */
export class PaymentUnavailable extends Error {
  override readonly name: string = 'PaymentUnavailable';
}

/** The settings do not let us in. Trying later is right only because somebody may have mended them. */
export class PaymentMisconfigured extends PaymentUnavailable {
  override readonly name = 'PaymentMisconfigured';
}

/** Whether it was done is not known: the answer is lost, late or unreadable. */
export class PaymentUnknown extends Error {
  override readonly name = 'PaymentUnknown';
}

/** The gateway does not take this card, and the message says so to the person who owns it. */
export class CardRefused extends Error {
  override readonly name = 'CardRefused';
  readonly about: 'number' | 'expiry' | 'code' | null;

  constructor(message: string, about: CardRefused['about'] = null) {
    super(message);
    this.about = about;
  }
}
