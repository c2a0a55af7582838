import type { X509Certificate } from 'node:crypto';
import { TimeStampInvalid } from '../../ports/timestamps.ts';

/** Public authorities use two or three; a longer chain is a mistake or an attack. */
const LONGEST = 6;

/**
 * Follows the issuers from a certificate to an anchor. Every certificate on the way must be an authority's and valid at
 * the time of the stamp, which may be long ago. Revocation lists are not asked.
 */
export function requireChain(
  certificate: X509Certificate,
  others: readonly X509Certificate[],
  anchors: readonly X509Certificate[],
  at: Date,
  longest = LONGEST,
): void {
  requireValidity(certificate, at);
  if (anchors.some(({ raw }) => raw.equals(certificate.raw))) return;
  // Anchors first: the answer may also bring the same authority as certified by another one.
  const issuer = [...anchors, ...others].find((candidate) => hasIssued(candidate, certificate));
  if (issuer === undefined || longest <= 1) throw new TimeStampInvalid('unknown_authority');
  requireChain(issuer, others, anchors, at, longest - 1);
}

function requireValidity({ validFromDate, validToDate }: X509Certificate, at: Date): void {
  // A date that cannot be read is neither before nor after.
  if (!(at >= validFromDate && at <= validToDate)) throw new TimeStampInvalid('certificate_not_valid');
}

function hasIssued(issuer: X509Certificate, certificate: X509Certificate): boolean {
  try {
    return issuer.ca && certificate.checkIssued(issuer) && certificate.verify(issuer.publicKey);
  } catch {
    return false;
  }
}
