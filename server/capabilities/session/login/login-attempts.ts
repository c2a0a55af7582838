import { type Counted, networkOf } from '../../../kernel/rate-limits.ts';
import type { Services } from '../../../kernel/services.ts';
import type { KnownDevice } from './known-devices.ts';

const MINUTES_OF_A_DAY = 1_440;

type Attempt = { readonly email: string; readonly address: string; readonly knownDevice: KnownDevice | null };

/**
 * Counts a login before its password is checked, so that simultaneous attempts count like others; refuses with 429. A
 * browser that logged in to the account before is counted separately, so that guesses from elsewhere, even from its own
 * network, cannot lock it out.
 */
export async function beginAttempt({ limits, settings }: Services, { email, address, knownDevice }: Attempt) {
  const name = email.toLowerCase();
  const network = networkOf(address);
  const { loginFailures, loginFailuresPerNetwork, loginFailuresPerDay, loginWindowMinutes: minutes } = settings;
  const own: Counted = knownDevice
    ? {
        limit: { bucket: 'login-device', most: loginFailures, minutes },
        subject: `${knownDevice.userId} ${knownDevice.hash.toString('hex')}`,
      }
    : { limit: { bucket: 'login', most: loginFailures, minutes }, subject: `${name} ${network}` };
  const shared: readonly Counted[] = knownDevice
    ? []
    : [
        { limit: { bucket: 'login-network', most: loginFailuresPerNetwork, minutes }, subject: network },
        { limit: { bucket: 'login-day', most: loginFailuresPerDay, minutes: MINUTES_OF_A_DAY }, subject: name },
      ];
  await limits.countInOrder([own, ...shared]);

  return {
    /** A correct password resets the account's own count and refunds this attempt to the shared limits. */
    async succeeded(): Promise<void> {
      await Promise.all([
        limits.forget(own.limit, own.subject),
        shared.length > 0 ? limits.refund(shared) : Promise.resolve(),
      ]);
    },
  };
}
