import type { Certificates } from '../../ports/certificates.ts';
import type { AcmeOptions } from './order-certificate.ts';

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
