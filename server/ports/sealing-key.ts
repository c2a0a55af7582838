import type { X509Certificate } from 'node:crypto';

/** The key and certificates of one seal. */
export type SealingKey = {
  readonly p12: Buffer;
  readonly passphrase: string;
  readonly certificate: X509Certificate;
  /** The certificate that issued `certificate`. */
  readonly authority: X509Certificate;
};

export type SealKey = {
  /** The key for a seal at this time; a new one is created shortly before the last one expires. */
  forSealing(at?: Date): Promise<SealingKey>;
  /** Every authority of the product's seals, including those of expired keys. */
  authorities(): Promise<readonly X509Certificate[]>;
};
