/** A time stamp (RFC 3161): an authority's signed statement that a digest existed at a time. */
export type TimeStamp = {
  /** The authority's whole answer, a TimeStampResp in DER, which `openssl ts -verify -in` reads. */
  readonly token: Buffer;
  /** The time in the token. */
  readonly at: Date;
};

/** The name of the installation's own authority, stored with its stamps. */
export const OWN_CLOCK = 'own clock';

/** A stored stamp with what it must be about. */
export type StoredStamp = { readonly by: string; readonly sha256: string; readonly token: Buffer };

/** Stamps digests. It is never called inside a transaction. */
export type Timestamps = {
  /** `OWN_CLOCK`, or the host of the outside authority. */
  readonly by: string;
  /** Returns a stamp that has passed every check, or throws `TimeStampUnavailable` or `TimeStampInvalid`. */
  stamp(sha256: string): Promise<TimeStamp>;
  /** Checks a stored stamp, also of an earlier authority, and returns its time. Throws `TimeStampInvalid`. */
  check(stamp: StoredStamp): Promise<Date>;
  /** The certificates of the own authorities as PEM, newest last; empty before the first stamp. */
  ownCertificates(): Promise<string>;
};

/** No stamp was received; a retry is right. */
export class TimeStampUnavailable extends Error {
  override readonly name = 'TimeStampUnavailable';
}

/** What is wrong with an answer of an authority or with a stored stamp. */
export const stampFaults = {
  unreadable: 'it cannot be read',
  rejected: 'the authority rejected the request',
  another_imprint: 'it is about other data',
  another_nonce: 'it answers another request',
  another_policy: 'it was made under another policy',
  changed: 'its signature does not match',
  not_a_time_stamping_certificate: 'its certificate is not for time stamps only',
  certificate_not_valid: 'its time is outside the validity of a certificate',
  unknown_authority: 'its certificate is not from a known authority',
  wrong_time: 'its time is not the time of this server',
} as const;

export type StampFault = keyof typeof stampFaults;

export class TimeStampInvalid extends Error {
  override readonly name = 'TimeStampInvalid';
  readonly fault: StampFault;

  constructor(fault: StampFault) {
    super(`The time stamp is invalid: ${stampFaults[fault]}.`);
    this.fault = fault;
  }
}
