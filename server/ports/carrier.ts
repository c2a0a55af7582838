/** One end of a shipment, as a label prints it. */
export type ShippingParty = {
  readonly person: string;
  readonly company: string;
  readonly phone: string;
  readonly address: {
    /** One or two; a third is more than a label has. */
    readonly lines: readonly string[];
    readonly city: string;
    /** As the carrier knows it: 'TX'. Empty where the country has none. */
    readonly stateCode: string;
    readonly postalCode: string;
    /** ISO 3166, two letters. */
    readonly countryCode: string;
  };
};

export type LabelRequest = {
  /** Our own id of the label; it is printed on it. Asked for twice at the same moment, it is made once. */
  readonly reference: string;
  readonly from: ShippingParty;
  readonly to: ShippingParty;
  /** The day it is handed over, YYYY-MM-DD. */
  readonly day: string;
  readonly weightPounds: number;
  /** What cools it; a carrier must be told. */
  readonly dryIceKilograms: number | null;
};

export type Label = {
  readonly pdf: Buffer;
  readonly trackingNumber: string;
  /** Where people look, at the carrier's own page. */
  readonly trackingLink: string;
  /** What the carrier remarks on a label that it made all the same, for whoever asked for it. */
  readonly alerts: readonly string[];
};

/**
 * Where a shipment is. `unknown`: the carrier has nothing under this number, which is usual until it is handed over.
 * `exception`: something went wrong that somebody must look at; it may still arrive.
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
  /** The carrier's own words, for people. */
  readonly words: string;
  readonly deliveredAt: Date | null;
};

/**
 * The party that makes labels and knows where shipments are. One that cannot be reached, or refuses for now, throws
 * `CarrierUnavailable`; one that refuses for good throws `CarrierRefused`.
 */
export type Carrier = {
  readonly name: 'fedex';
  makeLabel(request: LabelRequest): Promise<Label>;
  /** In the order asked for, one for each. However many: they are asked for in portions. */
  track(trackingNumbers: readonly string[]): Promise<readonly Tracking[]>;
  /** Takes back a label that nobody will use. False where the carrier says that it is too late. */
  cancel(trackingNumber: string): Promise<boolean>;
};

/** The carrier cannot be asked right now; trying later is right. `retryAfter` is in seconds, where the carrier said so. */
export class CarrierUnavailable extends Error {
  override readonly name: string = 'CarrierUnavailable';
  readonly retryAfter: number | null;

  constructor(message: string, retryAfter: number | null = null) {
    super(message);
    this.retryAfter = retryAfter;
  }
}

/** The settings do not let us in. Trying later is right only because somebody may have mended them. */
export class CarrierMisconfigured extends CarrierUnavailable {
  override readonly name = 'CarrierMisconfigured';
}

/**
 * A label may have been made: the answer is lost, late or unreadable. Asking again may make a second one, so a person
 * decides. `trackingNumber` is known where only the file did not arrive.
 */
export class LabelUncertain extends CarrierUnavailable {
  override readonly name = 'LabelUncertain';
  readonly trackingNumber: string | null;

  constructor(message: string, trackingNumber: string | null = null) {
    super(message);
    this.trackingNumber = trackingNumber;
  }
}

/** The carrier will never do this. `words` are its own, for the administrator who asked; `codes` may go into a log. */
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
