import { SessionUser } from '@vialkeep/contract/session.ts';
import { useSyncExternalStore } from 'react';
import { pageScope } from '../navigation/unsaved.ts';
import { removeCookies } from './cookies.ts';

/** What this browser remembers of who is logged in. Display only: each call is authorised by the token (S-37). */
export type StoredSession = { token: string; user: SessionUser };

/** The keys that logging out removes. `build-version` and the preferences belong to the browser and stay. */
export const sessionKeys = ['token', 'user', 'redirect', 'templateId', 'docId', 'esign-process-complete'] as const;

/** How the key of a form's draft begins, in this tab's own storage. */
export const DRAFT_PREFIX = 'draft:';

const LOGIN_MESSAGE_KEY = 'login-message';

/** What of this tab's own storage is not about the session. Drafts, notices and recent finds are, and go with it. */
const keptInTab = [LOGIN_MESSAGE_KEY, 'reloaded-for'];

/** A new session: nothing of the one before is left, neither its cookies nor what was typed in it. */
export function openSession(session: StoredSession): void {
  removeCookies();
  forgetTab();
  sessionStorage.removeItem(LOGIN_MESSAGE_KEY);
  localStorage.setItem('token', session.token);
  storeUser(session.user);
}

/** The same session, with the user as the server knows it by now. */
export function storeUser(user: SessionUser): void {
  localStorage.setItem('user', JSON.stringify(user));
  changed();
}

export function clearSession(): void {
  for (const key of sessionKeys) localStorage.removeItem(key);
  removeCookies();
  forgetTab();
  changed();
}

/** The session, or null while nobody is logged in. Follows other tabs too. */
export function useSession(): StoredSession | null {
  return useSyncExternalStore(onSessionChange, storedSession);
}

/** The stored user, on screens that only exist for somebody who is logged in. */
export function useUser(): SessionUser {
  const session = useSession();
  if (!session) throw new Error('A screen inside the frame was shown without a session.');
  return session.user;
}

export function storedToken(): string | null {
  return localStorage.getItem('token');
}

/** A user that is there but cannot be read: kept by an older build, or edited. The server can tell it anew. */
export function hasUnreadableUser(): boolean {
  return localStorage.getItem('user') !== null && storedToken() !== null && storedSession() === null;
}

export function onSessionChange(listener: () => void): () => void {
  // One listener for all: they must hear of a change together, or a screen is drawn before the frame that ends it.
  if (listeners.size === 0) window.addEventListener('storage', fromOtherTab);
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) window.removeEventListener('storage', fromOtherTab);
  };
}

/** What the login screen says to somebody who was sent there: 'Your session has ended.' (V-16), a refused login-as. */
export function setLoginMessage(text: string): void {
  sessionStorage.setItem(LOGIN_MESSAGE_KEY, text);
}

export function loginMessage(): string | null {
  return sessionStorage.getItem(LOGIN_MESSAGE_KEY);
}

const listeners = new Set<() => void>();

// Kept as long as the stored texts are the same, because React compares what a store answers by identity.
let read: { token: string | null; user: string | null; session: StoredSession | null } | null = null;

export function storedSession(): StoredSession | null {
  const token = localStorage.getItem('token');
  const user = localStorage.getItem('user');
  if (!read || read.token !== token || read.user !== user) read = { token, user, session: parsed(token, user) };
  return read.session;
}

function parsed(token: string | null, user: string | null): StoredSession | null {
  if (!token || !user) return null;
  try {
    return { token, user: SessionUser.parse(JSON.parse(user)) };
  } catch {
    return null;
  }
}

function fromOtherTab({ key }: StorageEvent): void {
  if (key === null || key === 'token' || key === 'user') changed();
}

function changed(): void {
  for (const listener of listeners) listener();
}

function forgetTab(): void {
  pageScope.forget();
  const ofTheSession = Object.keys(sessionStorage).filter((key) => !keptInTab.includes(key));
  for (const key of ofTheSession) sessionStorage.removeItem(key);
}
