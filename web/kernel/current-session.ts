import { currentSession } from '@vialkeep/contract/session.ts';
import { call } from './api.ts';
import { useApi } from './query.ts';
import { storeUser, useSession } from './session.ts';

/** What the server says about this session: who it is, who really acts, and what they may do. */
export function useCurrentSession() {
  const isLoggedIn = useSession() !== null;
  return useApi(currentSession, {}, { enabled: isLoggedIn }).data ?? null;
}

/** Whether the server lets this session do something, by the action's name in its policy table. */
export function useMay(action: string): boolean {
  return useCurrentSession()?.may.includes(action) ?? false;
}

/** Puts a readable user in place of one that is not: kept by an older build, or edited by hand. */
export async function renewStoredUser(): Promise<void> {
  storeUser((await call(currentSession, {})).user);
}
