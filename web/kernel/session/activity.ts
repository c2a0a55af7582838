import { ACTIVITY_SHARE_MS, POLLING_STOPS_MS } from '../timings.ts';
import { tellOtherTabs } from './tabs.ts';

/** Input of the user. Calls do not count, because some are made without the user. */
const INPUT_EVENTS = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchmove'] as const;

/** Null while no page watches the user. */
let lastActiveAt: number | null = null;
let sharedAt = 0;
let returns = 0;
const listeners = new Set<(idleMs: number) => void>();

/** Notes every input of the user in this tab. Returns the function that stops it. */
export function watchActivity(): () => void {
  noteActivity();
  for (const name of INPUT_EVENTS) window.addEventListener(name, noteInput, { capture: true, passive: true });
  return () => {
    for (const name of INPUT_EVENTS) window.removeEventListener(name, noteInput, { capture: true });
    lastActiveAt = null;
  };
}

/** Notes that the user is active, here or in another tab. */
export function noteActivity(): void {
  const [wasIdle, idleMs] = [isUserIdle(), idleTime()];
  lastActiveAt = Date.now();
  if (!wasIdle) return;
  returns += 1;
  for (const listener of listeners) listener(idleMs);
}

/** The milliseconds since the last input of the user in any tab. */
export function idleTime(): number {
  return lastActiveAt === null ? 0 : Date.now() - lastActiveAt;
}

/** Whether polling pauses: it would keep the session of an absent user alive. */
export function isUserIdle(): boolean {
  return idleTime() > POLLING_STOPS_MS;
}

/** How often an idle user has returned. */
export function countReturns(): number {
  return returns;
}

/** Calls the listener when an idle user returns, with the time that they were idle. */
export function onReturn(listener: (idleMs: number) => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

function noteInput(): void {
  noteActivity();
  if (Date.now() - sharedAt < ACTIVITY_SHARE_MS) return;
  sharedAt = Date.now();
  tellOtherTabs('active');
}
