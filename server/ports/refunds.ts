/** Whether the money of a charge has reached the merchant's bank. */
export type ChargeSettlement =
  | { readonly state: 'unsettled' }
  | { readonly state: 'settled'; readonly settledAt: Date }
  | { readonly state: 'voided' }
  /** The bank of the card has taken it back, or it failed; the gateway's word says which. Nothing can be refunded. */
  | { readonly state: 'closed'; readonly status: string };

export type NewRefund = {
  /** Unique per attempt and never reused, at most 20 characters: it finds a refund whose answer was lost. */
  readonly reference: string;
  /** The gateway's id of the charge. */
  readonly transactionId: string;
  readonly amountCents: number;
  /** The last digits of the card that was charged; empty where they were erased. */
  readonly last4: string;
};

/**
 * The outcome of a refund. `not_settled`: the charge can be voided, but not refunded yet. `not_creditable`: the charge is
 * too old, or in a state in which nothing can be refunded, which includes charges that have not settled.
 */
export type RefundOutcome =
  | { readonly state: 'refunded'; readonly refundId: string }
  | {
      readonly state: 'refused';
      readonly reason: 'not_settled' | 'not_creditable' | 'too_much' | 'other';
      readonly message: string;
    };

/** `not-yet`: there is no refund so far, but one may still arrive. */
export type FoundRefund = RefundOutcome | 'none' | 'not-yet';

/** What a payment gateway does to give money back. */
export type Refunds = {
  /** Refunds a settled charge. After `PaymentUnknown` the caller uses `findRefund`, never a second `refund`. */
  refund(refund: NewRefund): Promise<RefundOutcome>;
  /** The outcome of the attempt with this reference, which began around this time. */
  findRefund(reference: string, begun: Date): Promise<FoundRefund>;
  /** Null when the gateway knows no such charge, or took no money for it. */
  settlementOf(transactionId: string): Promise<ChargeSettlement | null>;
};
