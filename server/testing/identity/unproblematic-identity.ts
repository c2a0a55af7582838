import type { Identification } from '../../kernel/session/actor.ts';
import { installationPolicy } from '../../kernel/session/identity-policy.ts';

/** A session of which the documented policy asks nothing more. */
export const unproblematicIdentity: Identification = {
  policy: installationPolicy({ identityPolicy: 'documented' }),
  level: 1,
  isLocked: false,
  lockMinutes: null,
  provedSecondsAgo: 0,
  provedOnce: false,
  hasSecondFactor: false,
  secondFactorDueAt: null,
  lacksVerifiedEmail: false,
  awaitsReview: false,
};
