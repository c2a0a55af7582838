/** A certificate with the chain that proves it, and its key, both as PEM. */
export type IssuedCertificate = { readonly chain: string; readonly key: string; readonly until: Date };

/** Who vouches for a host's name. One that cannot, or not now, throws `CertificateUnavailable`. */
export type Certificates = {
  readonly name: 'authority' | 'acme';
  issue(host: string): Promise<IssuedCertificate>;
};

/** `words` are for the administrator who asked; they name no secret. */
export class CertificateUnavailable extends Error {
  override readonly name = 'CertificateUnavailable';
  readonly words: string;

  constructor(words: string, options?: ErrorOptions) {
    super(words, options);
    this.words = words;
  }
}

/** Where the answers to an authority's questions are kept while it asks; every server of the installation gives them. */
export type Challenges = {
  put(token: string, answer: string): Promise<void>;
  remove(token: string): Promise<void>;
};
