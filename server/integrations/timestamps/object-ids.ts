// Object identifiers of RFC 3161, RFC 5035, RFC 5280 and RFC 5652.

export const TST_INFO = '1.2.840.113549.1.9.16.1.4';
export const CONTENT_TYPE = '1.2.840.113549.1.9.3';
export const MESSAGE_DIGEST = '1.2.840.113549.1.9.4';
/** The certificate by its SHA-1 digest, which older authorities still write. */
export const SIGNING_CERTIFICATE = '1.2.840.113549.1.9.16.2.12';
/** The certificate by its SHA-256 digest, unless another digest is named. */
export const SIGNING_CERTIFICATE_V2 = '1.2.840.113549.1.9.16.2.47';
export const TIME_STAMPING = '1.3.6.1.5.5.7.3.8';
export const SHA256 = '2.16.840.1.101.3.4.2.1';
export const ECDSA_SHA256 = '1.2.840.10045.4.3.2';

/** The digests that are strong enough; SHA-1 and MD5 are left out on purpose. */
export const digestNames: ReadonlyMap<string, 'sha256' | 'sha384' | 'sha512'> = new Map([
  [SHA256, 'sha256'],
  ['2.16.840.1.101.3.4.2.2', 'sha384'],
  ['2.16.840.1.101.3.4.2.3', 'sha512'],
]);

/** The digest of each signature algorithm; null where it is that of the signer. */
export const signatureDigests: ReadonlyMap<string, 'sha256' | 'sha384' | 'sha512' | null> = new Map([
  ['1.2.840.113549.1.1.1', null],
  ['1.2.840.113549.1.1.11', 'sha256'],
  ['1.2.840.113549.1.1.12', 'sha384'],
  ['1.2.840.113549.1.1.13', 'sha512'],
  ['1.2.840.10045.2.1', null],
  [ECDSA_SHA256, 'sha256'],
  ['1.2.840.10045.4.3.3', 'sha384'],
  ['1.2.840.10045.4.3.4', 'sha512'],
]);
