/** The sender or recipient of a shipment, as a label prints it. */
export type ShippingParty = {
  readonly person: string;
  readonly company: string;
  readonly phone: string;
  readonly address: {
    /** One or two lines; a label has no room for a third. */
    readonly lines: readonly string[];
    readonly city: string;
    /** The carrier's code, such as 'TX'. Empty where the country has none. */
    readonly stateCode: string;
    readonly postalCode: string;
    /** ISO 3166, two letters. */
    readonly countryCode: string;
  };
};

export type LabelRequest = {
  /** The product's id of the label, printed on it. Two simultaneous requests with the same one create one label. */
  readonly reference: string;
  readonly from: ShippingParty;
  readonly to: ShippingParty;
  /** The day of the shipment, YYYY-MM-DD. */
  readonly day: string;
  readonly weightPounds: number;
  /** Dry ice must be declared to the carrier. */
  readonly dryIceKilograms: number | null;
};

export type Label = {
  readonly pdf: Buffer;
  readonly trackingNumber: string;
  /** The carrier's tracking page. */
  readonly trackingLink: string;
  /** Remarks of the carrier on a created label, for the caller. */
  readonly alerts: readonly string[];
};

/**
 * The state of a shipment. `unknown`: the carrier has no data under this number, which is usual until it is shipped.
 * `exception`: a problem that a person must look into; it may still arrive.
 */
export type ShipmentState =
  | 'unknown'
  | 'label_made'
  | 'on_its_way'
  | 'out_for_delivery'
  | 'delivered'
  | 'exception'
  | 'returned'
  | 'cancelled';

export type Tracking = {
  readonly trackingNumber: string;
  readonly state: ShipmentState;
  /** The carrier's description, for people. */
  readonly words: string;
  readonly deliveredAt: Date | null;
};

/**
 * Creates labels and tracks shipments. Throws `CarrierUnavailable` for a temporary failure and `CarrierRefused` for a
 * permanent one.
 */
export type Carrier = {
  readonly name: 'fedex';
  makeLabel(request: LabelRequest): Promise<Label>;
  /** One result per number, in the order of the request; any number, sent in batches. */
  track(trackingNumbers: readonly string[]): Promise<readonly Tracking[]>;
  /** Cancels an unused label. False when the carrier says that it is too late. */
  cancel(trackingNumber: string): Promise<boolean>;
};

/** A temporary failure: a retry is right. `retryAfter` is in seconds, if the carrier named it. */
export class CarrierUnavailable extends Error {
  override readonly name: string = 'CarrierUnavailable';
  readonly retryAfter: number | null;

  constructor(message: string, retryAfter: number | null = null) {
    super(message);
    this.retryAfter = retryAfter;
  }
}

/** The settings are refused. A retry is right only after an administrator has corrected them. */
export class CarrierMisconfigured extends CarrierUnavailable {
  override readonly name = 'CarrierMisconfigured';
}

/**
 * A label may have been created: the answer is lost, late or unreadable. A retry may create a second one, so a person
 * decides. `trackingNumber` is known when only the file is missing.
 */
export class LabelUncertain extends CarrierUnavailable {
  override readonly name = 'LabelUncertain';
  readonly trackingNumber: string | null;

  constructor(message: string, trackingNumber: string | null = null) {
    super(message);
    this.trackingNumber = trackingNumber;
  }
}

/** A permanent refusal. `words` are the carrier's, for the administrator who asked; `codes` can be logged. */
export class CarrierRefused extends Error {
  override readonly name = 'CarrierRefused';
  readonly codes: readonly string[];
  readonly words: string;

  constructor(message: string, codes: readonly string[] = [], words = '') {
    super(message);
    this.codes = codes;
    this.words = words;
  }
}
