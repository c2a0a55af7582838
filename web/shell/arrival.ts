import { loginAsUser } from '@vialkeep/contract/session.ts';
import { failureOf, Refused } from '../kernel/api/failure.ts';
import * as addresses from '../kernel/navigation/addresses.ts';
import { exchangeLoginAsCode } from '../kernel/session/acting.ts';
import { setLoginMessage } from '../kernel/session/session.ts';
import { loginAsCodeIn } from './login-as-code.ts';

/**
 * Runs first on every page load: an administrator's new tab exchanges its code for a session (S-06). The code is
 * removed from the address before any request, and a refused code does not change the stored session.
 */
export async function arrive(): Promise<void> {
  const arrival = loginAsCodeIn(location.search);
  if (!arrival) return;
  history.replaceState(null, '', location.pathname + arrival.rest + location.hash);
  try {
    if (!arrival.code) throw new Refused({ ...loginAsUser.refusals.code_not_valid, reason: 'code_not_valid' });
    await exchangeLoginAsCode(arrival.code);
    history.replaceState(null, '', addresses.dashboard);
  } catch (thrown) {
    setLoginMessage(failureOf(thrown).message);
    history.replaceState(null, '', addresses.login);
  }
}
