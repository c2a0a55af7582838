import { logout } from '@vialkeep/contract/session.ts';
import { call } from '../api/api.ts';
import { clearSession } from './session.ts';

/** F005: the server is told as well as it can be; the browser forgets in any case, and the frame goes to the login page. */
export function logOut(): void {
  // The request has left with its token before the token is removed, and nobody waits for its answer.
  call(logout, {}).catch(() => {});
  clearSession();
}
