import { addCustomSiteAdminHandler } from './add-custom-site-admin.ts';
import { checkUpHandler } from './check-up.ts';
import { configureCustomSiteHandler } from './configure-custom-site.ts';
import { createCustomSiteHandler } from './create-custom-site.ts';
import { createDomainFileHandler } from './create-domain-file.ts';
import { createFolderHandler } from './create-folder.ts';
import { createSslFileHandler } from './create-ssl-file.ts';
import { listCustomSitesHandler } from './list-custom-sites.ts';
import { readCertificateChallengeHandler } from './read-certificate-challenge.ts';
import { readSiteLogoHandler } from './read-site-logo.ts';

export const customSitesHandlers = [
  listCustomSitesHandler,
  createCustomSiteHandler,
  configureCustomSiteHandler,
  addCustomSiteAdminHandler,
  createFolderHandler,
  createDomainFileHandler,
  checkUpHandler,
  createSslFileHandler,
  readSiteLogoHandler,
  readCertificateChallengeHandler,
];
