import { onSessionChange, storedToken } from './session.ts';
import { tellOtherTabs } from './tabs.ts';

/** The token of the locked session. Another login is another session, which is not locked. */
let lockedToken: string | null = null;
let stopWatchingSession: () => void = () => {};
const listeners = new Set<() => void>();
const waiting = new Set<(isUnlocked: boolean) => void>();

/** Whether the page is covered until the user has proved their identity. */
export function isPageLocked(): boolean {
  return lockedToken !== null;
}

export function onLockChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

export function lockPage(): void {
  if (lockedToken !== null || storedToken() === null) return;
  lockedToken = storedToken();
  stopWatchingSession = onSessionChange(() => {
    if (storedToken() !== lockedToken) endLock(false);
  });
  notifyListeners();
  tellOtherTabs('locked');
}

/** Uncovers the page and repeats the calls that wait. */
export function unlockPage(): void {
  if (lockedToken === null) return;
  endLock(true);
  tellOtherTabs('unlocked');
}

/** Locks the page; resolves to whether the user has unlocked it, or false when the session ends instead. */
export function waitForUnlock(): Promise<boolean> {
  lockPage();
  if (lockedToken === null) return Promise.resolve(false);
  return new Promise((resolve) => void waiting.add(resolve));
}

function endLock(isUnlocked: boolean): void {
  lockedToken = null;
  stopWatchingSession();
  const calls = [...waiting];
  waiting.clear();
  for (const resolve of calls) resolve(isUnlocked);
  notifyListeners();
}

function notifyListeners(): void {
  for (const listener of listeners) listener();
}
