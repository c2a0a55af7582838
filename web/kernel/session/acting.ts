import type { UserId } from '@vialkeep/contract/kernel/ids.ts';
import type { Answer } from '@vialkeep/contract/kernel/route.ts';
import { type accessCenter, loginAsUser } from '@vialkeep/contract/session.ts';
import { call } from '../api/api.ts';
import * as addresses from '../navigation/addresses.ts';
import { type ActingNow, type ActingSign, actingNow, expectedActing } from './acting-now.ts';
import { readCookie, removeCookies, writeCookie } from './cookies.ts';
import { useCurrentSession } from './current-session.ts';
import { clearSession, openSession, setLoginMessage, storedSession, storeUser, useSession } from './session.ts';

export function useActing(): ActingNow | null {
  return actingNow(useCurrentSession(), useSession()?.user ?? null, readCookie('superAdmin'));
}

/** Null after the session has answered; from then on use `useActing`. */
export function useExpectedActing(): ActingSign | null {
  const session = useSession();
  const isKnown = useCurrentSession() !== null;
  if (isKnown || !session) return null;
  return expectedActing(session.user, { staff: readCookie('HCStaffAccess'), superAdmin: readCookie('superAdmin') });
}

/**
 * Shows another user's screens with the administrator's token. Calls without an id then answer for the administrator,
 * not for the viewed account (S-05).
 */
export function useIsViewingAs(): boolean {
  const session = useCurrentSession();
  const shown = useSession()?.user.id;
  return readCookie('superAdmin') !== null && session?.user.id !== shown;
}

/** Views an account in the same tab: the administrator's token stays and only the stored user is replaced (S-05). */
export async function startViewingAs(user: { id: UserId }, reason: string): Promise<void> {
  const self = storedSession()?.user.id;
  const answer = await call(loginAsUser, { body: { user_id: user.id, reason } });
  if (!answer.user) throw new Error('Viewing an account answered no user.');
  storeUser(answer.user);
  if (self) markSuperAdmin(self);
  location.assign(addresses.dashboard);
}

/** The session becomes the center's; the cookies carry the staff member's name for the frame (S-07). */
export function startStaffAccess(answer: Answer<typeof accessCenter>): void {
  const { by } = answer.acting;
  openSession({ token: answer.token, user: answer.user });
  writeCookie('HCStaffAccess', '1');
  writeCookie('HCStaffIdUsed', String(by.id));
  writeCookie('HCStaffNameUsed', by.name);
  writeCookie('HCStaffEmailUsed', by.email);
  writeCookie('HCStaffTemplateId', by.template_id ?? '');
  location.assign(addresses.dashboard);
}

/** Opens the account in a new tab of an administrator. The code is exchanged without the stored token (S-06). */
export async function exchangeLoginAsCode(code: { userId: UserId; token: string }): Promise<void> {
  const answer = await call(loginAsUser, { body: { user_id: code.userId, token: code.token }, anonymous: true });
  if (!answer.token || !answer.user) throw new Error('The exchange of a login-as code answered no session.');
  openSession({ token: answer.token, user: answer.user });
  if (answer.acting) markSuperAdmin(answer.acting.by.id);
}

/** Runs 'Go back as Super Admin' and 'Go back to your Account'. */
export async function goBack({ home }: Pick<ActingNow, 'home'>): Promise<void> {
  const answer = await call(loginAsUser, { body: { user_id: home }, endsSession: true });
  if (!answer.user) return logInAgain(answer.message);
  if (answer.token) openSession({ token: answer.token, user: answer.user });
  else if (isThisSite(answer.domain.url)) storeUser(answer.user);
  else return goHome(answer.domain.url);
  removeCookies();
  location.assign(addresses.dashboard);
}

/** This browser has no return cookie for the administrator's session. */
function logInAgain(message: string): void {
  clearSession();
  setLoginMessage(message);
  location.assign(addresses.login);
}

/** The user's own session on another site is still open there; this site clears its data. */
function goHome(url: string): void {
  clearSession();
  location.assign(new URL(addresses.dashboard, url));
}

function isThisSite(url: string): boolean {
  return new URL(url).host === location.host;
}

function markSuperAdmin(id: UserId): void {
  writeCookie('superAdmin', '1');
  writeCookie('superAdminID', String(id));
}
