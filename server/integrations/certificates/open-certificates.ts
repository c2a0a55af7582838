import type { Settings } from '../../kernel/settings/settings.ts';
import type { Certificates, Challenges } from '../../ports/certificates.ts';
import { acmeCertificates } from './acme.ts';
import { localAuthority } from './local-authority.ts';
import { keptAccountKey } from './stored-account-key.ts';

/** Opens the certificate authority of the settings, or the local CA. */
export function openCertificates(
  { acmeDirectoryUrl, dataDir }: Pick<Settings, 'acmeDirectoryUrl' | 'dataDir'>,
  challenges: Challenges,
): Certificates {
  if (acmeDirectoryUrl === undefined) return localAuthority(dataDir, 'Vialkeep');
  return acmeCertificates({ directoryUrl: acmeDirectoryUrl, accountKey: () => keptAccountKey(dataDir), challenges });
}
