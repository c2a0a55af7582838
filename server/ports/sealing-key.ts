import type { X509Certificate } from 'node:crypto';

/** What one seal is made with. */
export type SealingKey = {
  readonly p12: Buffer;
  readonly passphrase: string;
  readonly certificate: X509Certificate;
  /** The certificate that answers for `certificate`. */
  readonly authority: X509Certificate;
};

export type SealKey = {
  /** The key to seal with at this moment; made new when the last one is about to end. */
  forSealing(at?: Date): Promise<SealingKey>;
  /** Every authority whose seals are ours, those of ended keys included. */
  authorities(): Promise<readonly X509Certificate[]>;
};
