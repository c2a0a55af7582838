import type { Carrier } from '../ports/carrier.ts';
import type { Certificates } from '../ports/certificates.ts';
import type { Dns } from '../ports/dns.ts';
import type { Esign } from '../ports/esign.ts';
import type { Files } from '../ports/files.ts';
import type { Payments } from '../ports/payments.ts';
import type { SealKey } from '../ports/sealing-key.ts';
import type { SiteFolders } from '../ports/site-folders.ts';
import type { Timestamps } from '../ports/timestamps.ts';
import type { WebhookCaller } from '../ports/webhooks.ts';
import type { AccessRecords } from './access/access-records.ts';
import type { Store } from './db/db.ts';
import type { Domains } from './domains.ts';
import type { Spool } from './files/spool.ts';
import type { UploadFolder } from './files/upload-folder.ts';
import type { Admission } from './http/admission/admission.ts';
import type { Background } from './jobs/background.ts';
import type { Places } from './jobs/places.ts';
import type { Logger } from './log.ts';
import type { Permissions } from './policy/policy.ts';
import type { RateLimits } from './rate-limits.ts';
import type { DataKey } from './secrets/data-key.ts';
import type { KeyUse } from './session/key-use.ts';
import type { Settings } from './settings/settings.ts';

/** The services that the composition root passes to every use case. */
export type Services = {
  readonly settings: Settings;
  readonly store: Store;
  /** Who looked at whose data. */
  readonly accessRecords: AccessRecords;
  /** How often each API key is used. */
  readonly keyUse: KeyUse;
  /** Begins the days of grace of an account that needs a second factor; the capability of accounts writes it. */
  readonly beginGraceDays: (userId: number) => Promise<void>;
  readonly dataKey: DataKey;
  readonly domains: Domains;
  readonly permissions: Permissions;
  readonly limits: RateLimits;
  /** Limits of simultaneous calls, counted over all processes of the server. */
  readonly places: Places;
  /** How many calls this process handles at a time. */
  readonly admission: Admission;
  /** The number of processes of the server, each with its share of the limits. */
  readonly processes: number;
  /** Where multipart bodies wait until they are complete. */
  readonly spool: Spool;
  readonly files: Files;
  /** The upload folders, each with the condition that a file is in use. */
  readonly uploadFolders: readonly UploadFolder[];
  /** Null when labels are only uploaded by hand. */
  readonly carrier: Carrier | null;
  /** The signing provider. Only the composition root knows which one it is. */
  readonly esign: Esign;
  /** The installation's key for creating and verifying seals. */
  readonly sealKey: SealKey;
  /** Stamps sealed files and the heads of chains with the time, by the authority of the settings. */
  readonly timestamps: Timestamps;
  /** The payment gateway. It is never called inside a transaction. */
  readonly payments: Payments;
  /** For custom sites: DNS, the folders that the proxy reads, and the certificate authority. */
  readonly dns: Dns;
  readonly siteFolders: SiteFolders;
  readonly certificates: Certificates;
  /** Calls the addresses that users name for events. It is never called inside a transaction. */
  readonly webhooks: WebhookCaller;
  /** Work of this process that no call and no job waits for. */
  readonly background: Background;
  readonly log: Logger;
  /** The build that this server serves, as /auth/build-version/ returns it. */
  readonly version: string;
};
