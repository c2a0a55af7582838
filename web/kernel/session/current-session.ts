import type { Answer } from '@vialkeep/contract/kernel/route.ts';
import { currentSession } from '@vialkeep/contract/session.ts';
import { readAnew, refresh, useApi } from '../api/query.ts';
import { hasUnreadableUser, storedSession, storeUser, useSession } from './session.ts';

type CurrentSession = Answer<typeof currentSession>;

/** The server's view of this session: the user, the real actor and their rights. */
export function useCurrentSession() {
  const isLoggedIn = useSession() !== null;
  return useApi(currentSession, {}, { enabled: isLoggedIn, onRead: keepUser }).data ?? null;
}

/** Whether the server permits this session an action of its policy table. */
export function useMay(action: string): boolean {
  return useCurrentSession()?.may.includes(action) ?? false;
}

/** Reads the session again wherever a page shows it. */
export function refreshSession(): Promise<void> {
  return refresh([currentSession]);
}

/** Replaces the stored user, which may be outdated or unreadable, with the server's. */
export function renewStoredUser(): Promise<CurrentSession> {
  return readAnew(currentSession, {}, keepUser);
}

function keepUser({ user }: CurrentSession): void {
  const stored = storedSession()?.user;
  // An administrator who views an account keeps that account's user stored (S-05).
  if (stored ? stored.id !== user.id : !hasUnreadableUser()) return;
  if (JSON.stringify(stored) !== JSON.stringify(user)) storeUser(user);
}
