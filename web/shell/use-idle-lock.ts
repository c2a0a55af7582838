import { useEffect } from 'react';
import { idleTime, onReturn } from '../kernel/session/activity.ts';
import { useCurrentSession } from '../kernel/session/current-session.ts';
import { lockPage } from '../kernel/session/lock.ts';
import { LOCK_CHECK_MS } from '../kernel/timings.ts';
import { prepareLock } from './lock-overlay.tsx';

const MINUTE_MS = 60_000;

/** Covers the page when the user has been idle for as long as the site allows, before a call is refused. */
export function useIdleLock(): void {
  const minutes = useCurrentSession()?.locks_after_minutes ?? null;
  useEffect(() => {
    if (minutes === null) return;
    prepareLock();
    const lockAfter = (idleMs: number) => {
      if (idleMs >= minutes * MINUTE_MS) lockPage();
    };
    const look = () => lockAfter(idleTime());
    const timer = setInterval(look, LOCK_CHECK_MS);
    // A computer that was asleep may report the input of its user before any timer runs.
    const stopWatching = onReturn(lockAfter);
    document.addEventListener('visibilitychange', look);
    return () => {
      clearInterval(timer);
      stopWatching();
      document.removeEventListener('visibilitychange', look);
    };
  }, [minutes]);
}
