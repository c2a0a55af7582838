import { SessionUser } from '@vialkeep/contract/session.ts';
import { useSyncExternalStore } from 'react';
import { pageScope } from '../navigation/unsaved.ts';
import { removeCookies } from './cookies.ts';

/** The login stored in this browser. Display only: the token authorises each call (S-37). */
export type StoredSession = { token: string; user: SessionUser };

/** The keys that logging out removes. `build-version` and the preferences belong to the browser and stay. */
export const sessionKeys = ['token', 'user', 'redirect', 'templateId', 'docId', 'esign-process-complete'] as const;

/** The key prefix of form drafts in the session storage. */
export const DRAFT_PREFIX = 'draft:';

const LOGIN_MESSAGE_KEY = 'login-message';

/**
 * Session storage keys that are not about the session. Drafts, notices and recent searches are, and are removed with
 * it.
 */
const keptInTab = [LOGIN_MESSAGE_KEY, 'reloaded-for'];

/** Opens a session and clears the cookies and drafts of the previous one. */
export function openSession(session: StoredSession): void {
  removeCookies();
  forgetTab();
  sessionStorage.removeItem(LOGIN_MESSAGE_KEY);
  localStorage.setItem('token', session.token);
  storeUser(session.user);
}

/** Updates the user of the same session. */
export function storeUser(user: SessionUser): void {
  localStorage.setItem('user', JSON.stringify(user));
  notifyListeners();
}

export function clearSession(): void {
  for (const key of sessionKeys) localStorage.removeItem(key);
  removeCookies();
  forgetTab();
  notifyListeners();
}

/** The session, or null without a login. Follows other tabs too. */
export function useSession(): StoredSession | null {
  return useSyncExternalStore(onSessionChange, shownSession);
}

/**
 * The session as of the last reported change. The storage itself changes before the event of another tab arrives, and a
 * screen that rendered in between would miss its session.
 */
export function shownSession(): StoredSession | null {
  if (listeners.size === 0) shown = storedSession();
  return shown;
}

/** The stored user, for screens that require a login. */
export function useUser(): SessionUser {
  const session = useSession();
  if (!session) throw new Error('A screen inside the frame was shown without a session.');
  return session.user;
}

export function storedToken(): string | null {
  return localStorage.getItem('token');
}

/**
 * Whether the stored user cannot be parsed: written by an older build, or edited. It can be reloaded from the server.
 */
export function hasUnreadableUser(): boolean {
  return localStorage.getItem('user') !== null && storedToken() !== null && storedSession() === null;
}

export function onSessionChange(listener: () => void): () => void {
  // One shared listener: all subscribers must see a change together, or a screen renders before the frame that unmounts
  // it.
  if (listeners.size === 0) {
    window.addEventListener('storage', fromOtherTab);
    shown = storedSession();
  }
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) window.removeEventListener('storage', fromOtherTab);
  };
}

/** Sets the login screen's message after a redirect: 'Your session has ended.' (V-16), or a refused login-as. */
export function setLoginMessage(text: string): void {
  sessionStorage.setItem(LOGIN_MESSAGE_KEY, text);
}

export function loginMessage(): string | null {
  return sessionStorage.getItem(LOGIN_MESSAGE_KEY);
}

const listeners = new Set<() => void>();
let shown: StoredSession | null = null;

// Cached while the stored texts are equal, because React compares snapshots by identity.
let read: { token: string | null; user: string | null; session: StoredSession | null } | null = null;

export function storedSession(): StoredSession | null {
  const token = localStorage.getItem('token');
  const user = localStorage.getItem('user');
  if (!read || read.token !== token || read.user !== user)
    read = { token, user, session: parseStoredSession(token, user) };
  return read.session;
}

function parseStoredSession(token: string | null, user: string | null): StoredSession | null {
  if (!token || !user) return null;
  try {
    return { token, user: SessionUser.parse(JSON.parse(user)) };
  } catch {
    return null;
  }
}

function fromOtherTab({ key }: StorageEvent): void {
  if (key === null || key === 'token' || key === 'user') notifyListeners();
}

function notifyListeners(): void {
  shown = storedSession();
  for (const listener of listeners) listener();
}

function forgetTab(): void {
  pageScope.forget();
  const ofTheSession = Object.keys(sessionStorage).filter((key) => !keptInTab.includes(key));
  for (const key of ofTheSession) sessionStorage.removeItem(key);
}
