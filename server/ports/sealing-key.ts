import type { X509Certificate } from 'node:crypto';

/** What one seal is made with. */
export type SealingKey = {
  readonly p12: Buffer;
  readonly passphrase: string;
  readonly certificate: X509Certificate;
  /** The certificate that answers for `certificate`. */
  readonly authority: X509Certificate;
};
