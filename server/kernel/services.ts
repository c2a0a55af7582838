import type { Files } from '../integrations/files/files.ts';
import type { Store } from './db/db.ts';
import type { Domains } from './domains.ts';
import type { Logger } from './log.ts';
import type { Permissions } from './policy.ts';
import type { RateLimits } from './rate-limits.ts';
import type { Settings } from './settings.ts';

/** What the composition root gives to every use case. */
export type Services = {
  readonly settings: Settings;
  readonly store: Store;
  readonly domains: Domains;
  readonly permissions: Permissions;
  readonly limits: RateLimits;
  readonly files: Files;
  readonly log: Logger;
  /** The build this server serves, as /auth/build-version/ tells it. */
  readonly version: string;
};
