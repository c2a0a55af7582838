/** A certificate with its chain, and its key, both as PEM. */
export type IssuedCertificate = { readonly chain: string; readonly key: string; readonly until: Date };

/** Issues certificates for hosts. Throws `CertificateUnavailable` when that fails, permanently or temporarily. */
export type Certificates = {
  readonly name: 'authority' | 'acme';
  issue(host: string): Promise<IssuedCertificate>;
};

/** `words` are for the administrator who asked; they contain no secret. */
export class CertificateUnavailable extends Error {
  override readonly name = 'CertificateUnavailable';
  readonly words: string;

  constructor(words: string, options?: ErrorOptions) {
    super(words, options);
    this.words = words;
  }
}

/** Stores the answers to an authority's challenges; every server of the installation serves them. */
export type Challenges = {
  put(token: string, answer: string): Promise<void>;
  remove(token: string): Promise<void>;
};
