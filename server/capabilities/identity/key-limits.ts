import type { Limit } from '../../kernel/rate-limits.ts';

/** Keys cannot be guessed; the limit stops a network from loading the server with lookups. */
export const keysPerNetwork = (): Limit => ({ bucket: 'letter-keys', most: 120, minutes: 10 });
