import { z } from 'zod';
import { ERROR_BAR_MS, SUCCESS_BAR_MS } from '../../kernel/timings.ts';

const NoticeTone = z.enum(['success', 'error', 'info']);
export type NoticeTone = z.infer<typeof NoticeTone>;

/** A notice. `count` is how often the same text was shown while it was visible. */
const Notice = z.object({ id: z.number(), tone: NoticeTone, text: z.string(), count: z.number() });
export type Notice = z.infer<typeof Notice>;

/** A past notice, stored so that no message is readable for two seconds only (V-01). */
export const RecentNotice = Notice.extend({ at: z.number() });
export type RecentNotice = z.infer<typeof RecentNotice>;

export type NoticeWish = {
  tone: NoticeTone;
  text: string;
  /** The display time, if it is not the default. */
  ms?: number;
  /** Called once when the notice has closed for any reason: the host of a form closes it and reloads its list. */
  onSucceeded?: () => void;
  /** Waits until earlier notices have closed, so that several texts at once can all be read. */
  inTurn?: boolean;
};

type Standing = {
  notice: Notice;
  leftMs: number;
  runningSince: number | null;
  timer: ReturnType<typeof setTimeout> | null;
  onSucceeded: (() => void) | undefined;
};

type Memory = {
  /** The preference 'keep messages until I close them'. */
  keepsMessages(): boolean;
  recall(): readonly RecentNotice[];
  remember(recent: readonly RecentNotice[]): void;
};

export type NoticeStore = ReturnType<typeof createNoticeStore>;

const KEPT = 20;
const EVERYWHERE = '*';

/** The notices of all places, one at a time in each, and the list of recent ones. */
export function createNoticeStore(memory: Memory) {
  const standing = new Map<string, Standing>();
  const waiting = new Map<string, NoticeWish[]>();
  const holds = new Map<string, Set<string>>();
  const listeners = new Set<() => void>();
  let recent = memory.recall();
  let lastId = recent.reduce((highest, notice) => Math.max(highest, notice.id), 0);

  return {
    show(place: string, wish: NoticeWish): void {
      if (!wish.inTurn) {
        drop(place);
        return put(place, wish);
      }
      const queue = waiting.get(place) ?? [];
      const last = queue.at(-1) ?? standing.get(place)?.notice;
      if (last && !isSame(last, wish)) waiting.set(place, [...queue, wish]);
      // A queued notice with the same text is merged.
      else if (queue.length === 0) put(place, wish);
    },

    close: end,

    /** Pauses the timer while there is a reason: hover, focus, a hidden tab. */
    hold(reason: string, place: string = EVERYWHERE): void {
      reasonsAt(place).add(reason);
      for (const name of affected(place)) pause(name);
    },

    release(reason: string, place: string = EVERYWHERE): void {
      reasonsAt(place).delete(reason);
      for (const name of affected(place)) run(name);
    },

    /** The place was unmounted, such as a closed modal; its notices end. */
    leave(place: string): void {
      drop(place);
      end(place);
      holds.delete(place);
    },

    at: (place: string): Notice | null => standing.get(place)?.notice ?? null,
    recent: (): readonly RecentNotice[] => recent,

    forget(): void {
      recent = [];
      changed();
    },

    subscribe: (listener: () => void): (() => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };

  function put(place: string, { tone, text, ms, onSucceeded }: NoticeWish): void {
    const before = standing.get(place);
    const repeats = before !== undefined && isSame(before.notice, { tone, text });
    if (before && !repeats) end(place);
    if (before?.timer) clearTimeout(before.timer);

    const notice = repeats
      ? { ...before.notice, count: before.notice.count + 1 }
      : { id: ++lastId, tone, text, count: 1 };
    standing.set(place, {
      notice,
      leftMs: ms ?? (tone === 'error' ? ERROR_BAR_MS : SUCCESS_BAR_MS),
      runningSince: null,
      timer: null,
      onSucceeded: onSucceeded ?? (repeats ? before.onSucceeded : undefined),
    });
    rememberNotice(notice);
    run(place);
    changed();
  }

  /** A notice outside the queue replaces queued ones; the recent list keeps those that were not shown. */
  function drop(place: string): void {
    for (const { tone, text } of waiting.get(place) ?? []) rememberNotice({ id: ++lastId, tone, text, count: 1 });
    waiting.delete(place);
  }

  function showNext(place: string): void {
    const [next, ...rest] = waiting.get(place) ?? [];
    if (!next || standing.has(place)) return;
    waiting.set(place, rest);
    put(place, next);
  }

  function run(place: string): void {
    const bar = standing.get(place);
    if (!bar || bar.timer || isHeld(place) || memory.keepsMessages()) return;
    bar.runningSince = Date.now();
    bar.timer = setTimeout(() => end(place), bar.leftMs);
  }

  function pause(place: string): void {
    const bar = standing.get(place);
    if (!bar?.timer || bar.runningSince === null) return;
    clearTimeout(bar.timer);
    bar.leftMs = Math.max(0, bar.leftMs - (Date.now() - bar.runningSince));
    bar.timer = null;
    bar.runningSince = null;
  }

  function end(place: string): void {
    const bar = standing.get(place);
    if (!bar) return;
    if (bar.timer) clearTimeout(bar.timer);
    standing.delete(place);
    changed();
    bar.onSucceeded?.();
    showNext(place);
  }

  function rememberNotice(notice: Notice): void {
    const others = recent.filter((kept) => kept.id !== notice.id);
    recent = [{ ...notice, at: Date.now() }, ...others].slice(0, KEPT);
    memory.remember(recent);
  }

  function isHeld(place: string): boolean {
    return reasonsAt(place).size > 0 || reasonsAt(EVERYWHERE).size > 0;
  }

  function affected(place: string): string[] {
    return place === EVERYWHERE ? [...standing.keys()] : [place];
  }

  function reasonsAt(place: string): Set<string> {
    const reasons = holds.get(place) ?? new Set<string>();
    holds.set(place, reasons);
    return reasons;
  }

  function changed(): void {
    for (const listener of listeners) listener();
  }
}

type Said = Pick<Notice, 'tone' | 'text'>;

function isSame(one: Said, other: Said): boolean {
  return one.text === other.text && one.tone === other.tone;
}
