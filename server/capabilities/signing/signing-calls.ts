import type { Limit } from '../../kernel/rate-limits.ts';
import type { Settings } from '../../kernel/settings/settings.ts';

/** The rate limit of one network, for all calls of the signing page together. */
export function signingCalls(settings: Settings): Limit {
  return { bucket: 'signing', most: settings.signingCalls, minutes: 10 };
}
