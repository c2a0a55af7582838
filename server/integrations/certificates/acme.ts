import type { KeyObject } from 'node:crypto';
import type { Certificates, Challenges } from '../../ports/certificates.ts';

export type AcmeOptions = {
  readonly directoryUrl: string;
  /** The key of the ACME account, stored between orders. */
  readonly accountKey: () => Promise<KeyObject>;
  readonly challenges: Challenges;
  readonly pauseMs?: number;
  /** For one request with its whole answer. */
  readonly timeoutMs?: number;
};

/** An external certificate authority that speaks ACME (RFC 8555) and validates the host over http (http-01). */
export function acmeCertificates(options: AcmeOptions): Certificates {
  return {
    name: 'acme',
    async issue(host) {
      // Loaded with the first order, because the library takes 40 MiB and most installations never order.
      const { orderCertificate } = await import('./order-certificate.ts');
      return orderCertificate(options, host);
    },
  };
}
