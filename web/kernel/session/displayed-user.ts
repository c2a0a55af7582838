import type { SessionUser } from '@vialkeep/contract/session.ts';
import { readCookie } from './cookies.ts';

/** The user that the frame names: the stored user, or during staff access the staff member from the cookies. */
export function displayedUser(user: Pick<SessionUser, 'username' | 'email'>): { name: string; email: string } {
  if (readCookie('HCStaffAccess')) {
    return { name: readCookie('HCStaffNameUsed') || 'User', email: readCookie('HCStaffEmailUsed') ?? '' };
  }
  return { name: user.username || 'User', email: user.email };
}
