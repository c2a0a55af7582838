import type { Urgency } from '@vialkeep/contract/kernel/route.ts';
import { ConcurrencyLimit } from './concurrency-limit.ts';
import { type WaitingCall, WaitingCalls } from './waiting-calls.ts';

export type ArrivingCall = { readonly route: string; readonly urgency: Urgency; readonly network: string };

/** Ends the admitted call. */
export type Leave = () => void;

export type Admission = {
  /** Whether a call that arrives now would be refused at once. */
  isFull(urgency: Urgency, network: () => string): boolean;
  /** Waits for a place; null when the call is refused. */
  enter(call: ArrivingCall): Leave | Promise<Leave | null> | null;
  figures(): { readonly limit: number; readonly running: number; readonly waiting: number };
};

type Options = {
  /** The longest wait for a place; 0 refuses no call. */
  readonly longestWaitMs: number;
  readonly now?: () => number;
};

const CHECKED_EVERY_MS = 25;
/** Files and reports leave this part of the places to people. */
const BULK_SHARE = 0.7;
/** One network gets this part of the places while others need them. */
const NETWORK_SHARE = 0.25;
/** So long after a network within its share had to wait, the last free places are kept from those that are over theirs. */
const CONTENDED_MS = 1_000;
const KEPT_FREE = 0.25;

/**
 * Admits as many calls at a time as the machine can handle; others wait for a short time or are refused before anything
 * was done. Vital calls have places of their own beside those of people: a slow payment gateway must not fill theirs.
 */
export function openAdmission({ longestWaitMs, now = () => performance.now() }: Options): Admission {
  const limit = new ConcurrencyLimit(now());
  const waiting = new WaitingCalls();
  const running = { vital: 0, people: 0, bulk: 0 };
  const ofNetworks = new Map<string, number>();
  let timer: NodeJS.Timeout | undefined;
  let contendedUntil = Number.NEGATIVE_INFINITY;

  const count = () => running.vital + running.people + running.bulk;
  const mayEnter = ({ urgency }: { urgency: Urgency }): boolean => {
    if (urgency === 'vital') return count() < 2 * limit.current;
    if (urgency === 'bulk') return running.people + running.bulk < Math.floor(limit.current * BULK_SHARE);
    return running.people + running.bulk < limit.current;
  };
  const isOverShare = (network: string) =>
    (ofNetworks.get(network) ?? 0) >= Math.max(1, Math.floor(limit.current * NETWORK_SHARE));
  /** Otherwise a flood would take every place that is free for a moment, and others would find none. */
  const mustLeaveToOthers = ({ urgency, network }: Pick<ArrivingCall, 'urgency' | 'network'>) =>
    urgency !== 'vital' &&
    now() < contendedUntil &&
    running.people + running.bulk >= Math.floor(limit.current * (1 - KEPT_FREE)) &&
    isOverShare(network);
  const mostWaiting = () => Math.max(limit.current, limit.completedWithin(longestWaitMs));

  function begin(call: ArrivingCall): Leave {
    const began = now();
    const others = count();
    running[call.urgency] += 1;
    ofNetworks.set(call.network, (ofNetworks.get(call.network) ?? 0) + 1);
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      running[call.urgency] -= 1;
      const left = (ofNetworks.get(call.network) ?? 1) - 1;
      if (left === 0) ofNetworks.delete(call.network);
      else ofNetworks.set(call.network, left);
      const ended = now();
      limit.note(call.route, ended - began, others);
      admitWaiting(ended);
    };
  }

  function admitWaiting(at: number): void {
    limit.adapt(at, waiting.size > 0 && running.people + running.bulk >= Math.floor(limit.current * BULK_SHARE));
    const takeNext = () => waiting.next((call) => mayEnter(call) && !mustLeaveToOthers(call), isOverShare);
    for (let next = takeNext(); next; next = takeNext()) next.settle(true);
  }

  function check(): void {
    const at = now();
    for (const call of waiting.removeOlder(at - longestWaitMs)) call.settle(false);
    admitWaiting(at);
    if (waiting.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  }

  function wait(call: ArrivingCall): Promise<Leave | null> {
    const at = now();
    timer ??= setInterval(check, CHECKED_EVERY_MS);
    if (!isOverShare(call.network) && !mayEnter({ urgency: 'people' })) contendedUntil = at + CONTENDED_MS;
    return new Promise((resolve) => {
      const settle = (isAdmitted: boolean) => resolve(isAdmitted ? begin(call) : null);
      waiting.add({ network: call.network, urgency: call.urgency, since: at, settle } satisfies WaitingCall);
      admitWaiting(at);
      // The newest call of the busiest network makes room, which may be this one.
      if (waiting.size > mostWaiting()) waiting.removeNewest()?.settle(false);
    });
  }

  return {
    isFull: (urgency, network) =>
      longestWaitMs > 0 &&
      waiting.size + 1 > mostWaiting() &&
      (!mayEnter({ urgency }) || mustLeaveToOthers({ urgency, network: network() })) &&
      waiting.isNextToGo({ urgency, network: network() }),
    enter(call) {
      if (longestWaitMs === 0) return begin(call);
      const isFree = mayEnter(call) && !waiting.hasAsUrgent(call.urgency) && !mustLeaveToOthers(call);
      return isFree ? begin(call) : wait(call);
    },
    figures: () => ({ limit: limit.current, running: count(), waiting: waiting.size }),
  };
}
