import type { Carrier } from '../ports/carrier.ts';
import type { Certificates } from '../ports/certificates.ts';
import type { Dns } from '../ports/dns.ts';
import type { Esign } from '../ports/esign.ts';
import type { Files } from '../ports/files.ts';
import type { Payments } from '../ports/payments.ts';
import type { SealKey } from '../ports/sealing-key.ts';
import type { SiteFolders } from '../ports/site-folders.ts';
import type { Store } from './db/db.ts';
import type { Domains } from './domains.ts';
import type { Spool } from './files/spool.ts';
import type { UploadFolder } from './files/upload-folder.ts';
import type { Logger } from './log.ts';
import type { Permissions } from './policy/policy.ts';
import type { RateLimits } from './rate-limits.ts';
import type { DataKey } from './secrets/data-key.ts';
import type { Settings } from './settings/settings.ts';

/** What the composition root gives to every use case. */
export type Services = {
  readonly settings: Settings;
  readonly store: Store;
  readonly dataKey: DataKey;
  readonly domains: Domains;
  readonly permissions: Permissions;
  readonly limits: RateLimits;
  /** Where bodies with a file wait until they are whole. */
  readonly spool: Spool;
  readonly files: Files;
  /** Where uploads lie, and by what is known that one is in use. */
  readonly uploadFolders: readonly UploadFolder[];
  /** Who has documents signed. Which one it is, only the composition root knows. */
  /** Null where labels are only uploaded by hand. */
  readonly carrier: Carrier | null;
  readonly esign: Esign;
  /** The installation's own seal, for making one and for recognising one. */
  readonly sealKey: SealKey;
  /** Who keeps cards and takes money. Nothing of it is called inside a transaction. */
  readonly payments: Payments;
  /** For custom sites: where names lead, what the proxy in front reads, and who vouches for a name. */
  readonly dns: Dns;
  readonly siteFolders: SiteFolders;
  readonly certificates: Certificates;
  readonly log: Logger;
  /** The build this server serves, as /auth/build-version/ tells it. */
  readonly version: string;
};
