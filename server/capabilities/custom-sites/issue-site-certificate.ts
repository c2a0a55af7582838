import type { DomainId } from '@vialkeep/contract/kernel/ids.ts';
import type { Services } from '../../kernel/services.ts';

/** Issues a certificate, stores it for the proxy and returns when it expires. */
export async function issueSiteCertificate(
  { certificates, siteFolders }: Pick<Services, 'certificates' | 'siteFolders'>,
  id: DomainId,
  host: string,
): Promise<Date> {
  const { until, ...certificate } = await certificates.issue(host);
  await siteFolders.writeCertificate(id, host, certificate);
  return until;
}
