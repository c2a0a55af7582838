import { logout } from '@vialkeep/contract/session.ts';
import { call } from '../api/api.ts';
import { clearSession } from './session.ts';

/**
 * Ends the session on the server, best effort; the browser always clears its data, and the frame opens the login page
 * (F005).
 */
export function logOut(): void {
  // The request carries the token before it is removed; the answer is ignored.
  call(logout, {}).catch(() => {});
  clearSession();
}
