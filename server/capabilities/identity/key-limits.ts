import type { Limit } from '../../kernel/rate-limits.ts';

/** Keys cannot be guessed; this keeps a network from making the server look for them all day. */
export const keysPerNetwork = (): Limit => ({ bucket: 'letter-keys', most: 120, minutes: 10 });
