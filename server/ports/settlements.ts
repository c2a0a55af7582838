/**
 * What the gateway says of a transaction. `unsettled`: reserved or captured, and in no closed batch. `charged_back`: it
 * settled, and the bank of the card took it back later. `failed`: no money moved.
 */
export type GatewayState = 'unsettled' | 'settled' | 'voided' | 'charged_back' | 'failed';

/** One transaction in the gateway's lists. */
export type GatewayTransaction = {
  readonly gatewayId: string;
  readonly kind: 'charge' | 'refund';
  readonly state: GatewayState;
  /** The reference with which it was sent; empty where it was made without the product. */
  readonly reference: string;
  readonly cents: number;
  readonly submittedAt: Date;
};

/** A batch is closed: the gateway adds nothing to it later. */
export type GatewayBatch = { readonly id: string; readonly settledAt: Date };

/** A page of the gateway's lists. Without a batch its transactions have not settled. */
export type SettlementsPage = {
  readonly batch: GatewayBatch | null;
  readonly transactions: readonly GatewayTransaction[];
};

/** What a payment gateway tells of all its transactions. */
export type Settlements = {
  /**
   * The batches that closed between these times with all their transactions, and what has not settled now. A transaction
   * can occur twice where it settles while the lists are read. Throws when a list is not complete.
   */
  settlements(from: Date, until: Date): AsyncIterable<SettlementsPage>;
};
