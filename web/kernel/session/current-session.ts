import type { Answer } from '@vialkeep/contract/kernel/route.ts';
import { currentSession } from '@vialkeep/contract/session.ts';
import { readAnew, useApi } from '../api/query.ts';
import { hasUnreadableUser, storedSession, storeUser, useSession } from './session.ts';

type CurrentSession = Answer<typeof currentSession>;

/** What the server says about this session: who it is, who really acts, and what they may do. */
export function useCurrentSession() {
  const isLoggedIn = useSession() !== null;
  return useApi(currentSession, {}, { enabled: isLoggedIn, onRead: keepUser }).data ?? null;
}

/** Whether the server lets this session do something, by the action's name in its policy table. */
export function useMay(action: string): boolean {
  return useCurrentSession()?.may.includes(action) ?? false;
}

/** Puts the user as the server knows it by now in place of the stored one, which may be older or not readable. */
export function renewStoredUser(): Promise<CurrentSession> {
  return readAnew(currentSession, {}, keepUser);
}

function keepUser({ user }: CurrentSession): void {
  const stored = storedSession()?.user;
  // S-05: an administrator who views an account keeps its user in place of their own.
  if (stored ? stored.id !== user.id : !hasUnreadableUser()) return;
  if (JSON.stringify(stored) !== JSON.stringify(user)) storeUser(user);
}
