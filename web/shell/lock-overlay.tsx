import { lazy, Suspense, useEffect, useLayoutEffect, useSyncExternalStore } from 'react';
import { noteActivity, watchActivity } from '../kernel/session/activity.ts';
import { isPageLocked, lockPage, onLockChange, unlockPage } from '../kernel/session/lock.ts';
import { listenToOtherTabs, type TabMessage } from '../kernel/session/tabs.ts';

const loadCover = () => import('./lock-cover.tsx');

// Rarely needed, so it is not part of the first load.
const LockCover = lazy(async () => ({ default: (await loadCover()).LockCover }));

/** Loads the cover before it is needed: later the server may be out of reach. */
export function prepareLock(): void {
  loadCover().catch(() => {});
}

/**
 * Hides the page while the session is locked. It stands outside the router, because a page that asks for its rights
 * before it opens waits for the unlocking.
 */
export function LockOverlay() {
  const isLocked = useSyncExternalStore(onLockChange, isPageLocked);
  useEffect(watchActivity, []);
  useEffect(() => listenToOtherTabs((message) => onMessage[message]()), []);
  useHiddenPage(isLocked);
  return (
    isLocked && (
      <Suspense>
        <LockCover />
      </Suspense>
    )
  );
}

/** Hides the page at once by app.css, and not when the cover has loaded. The focus comes back with the page. */
function useHiddenPage(isLocked: boolean): void {
  useLayoutEffect(() => {
    if (!isLocked) return;
    const focused = document.activeElement;
    document.documentElement.toggleAttribute('data-locked', true);
    return () => {
      document.documentElement.toggleAttribute('data-locked', false);
      if (focused instanceof HTMLElement) focused.focus();
    };
  }, [isLocked]);
}

const onMessage: Record<TabMessage, () => void> = {
  active: noteActivity,
  locked: lockPage,
  unlocked: () => {
    noteActivity();
    unlockPage();
  },
};
