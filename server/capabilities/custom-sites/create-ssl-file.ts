import { createSslFile, customSiteMessages } from '@vialkeep/contract/custom-sites.ts';
import { handle } from '../../kernel/http/handle.ts';
import { refuseBy } from '../../kernel/http/refuse.ts';
import { CertificateUnavailable } from '../../ports/certificates.ts';
import { FolderUnwritable } from '../../ports/site-folders.ts';
import { registrationOf } from './custom-sites.queries.ts';
import { issueSiteCertificate } from './issue-site-certificate.ts';
import { markStep } from './mark-step.ts';

/** Stops before an external authority does, which limits failed orders per name and hour. */
const ORDERS = { bucket: 'certificate-orders', most: 5, minutes: 60 };

/** Orders a certificate only after the name resolves to this server; the authority's check would fail before. */
export const createSslFileHandler = handle(createSslFile, async ({ params, db, write, services }) => {
  const { host, up_at, domain_file_at } = await registrationOf(db, params.id);
  if (up_at === null || domain_file_at === null) throw refuseBy(createSslFile, 'steps_missing');
  if (services.certificates.name === 'acme') await services.limits.count(ORDERS, host);
  const until = await issueSiteCertificate(services, params.id, host).catch((error: unknown) => {
    if (error instanceof FolderUnwritable) throw refuseBy(createSslFile, 'cannot_write');
    if (!(error instanceof CertificateUnavailable)) throw error;
    throw refuseBy(createSslFile, 'authority_unavailable', { errorMessage: error.words });
  });
  const marks = { certified_at: new Date(), certified_until: until };
  await write((work) =>
    markStep(work, params.id, 'create_ssl_file', marks, { by: services.certificates.name, until: until.toISOString() }),
  );
  return { success: true as const, message: customSiteMessages.created };
});
