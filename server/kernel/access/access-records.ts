import { randomUUID } from 'node:crypto';
import { isOpening, readingKinds } from '@vialkeep/contract/kernel/reads.ts';
import type { Store } from '../db/db.ts';
import { refuse } from '../http/refuse.ts';
import { describeError, type Logger } from '../log.ts';
import type { AccessRow } from './reading.ts';
import { rememberOpenings } from './recent-openings.ts';
import { type Batch, type Entry, writeBatch } from './write-batch.ts';

/** The longest time that an opening waits for others to share its batch. */
const COLLECTED_MS = 20;
/** The same for lists and searches, whose answers do not wait. */
const LISTS_COLLECTED_MS = 250;
const MOST_IN_BATCH = 500;
/** More rows than this do not wait for a database that is away. */
const MOST_WAITING = 10_000;
const RETRIED_MS = 200;
/** The longest time that an answer waits for its batch. */
const ANSWERED_WITHIN_MS = 5_000;
const DRAINED_WITHIN_MS = 10_000;

export type AccessRecords = {
  /** Refuses a call before it changes anything, while so many rows wait that its own could not be kept. */
  requireRoom(): void;
  /**
   * Records the rows of one call. Returns after the commit where one person's data were opened, or for an export or a
   * log; at once for lists. A call whose changes are final is never refused, because its client would repeat it.
   */
  record(rows: readonly AccessRow[], isFinal: boolean): Promise<void>;
  /** The rows that are not written yet. */
  waiting(): number;
  /** Writes what is left, at once: before the process ends. */
  drain(): Promise<void>;
};

/** For measurements without records. */
export const noAccessRecords: AccessRecords = {
  requireRoom: () => {},
  record: async () => {},
  waiting: () => 0,
  drain: async () => {},
};

/**
 * Collects the openings of this process and writes them in batches. One batch is under way at a time, because each
 * continues the chain of this process; one that fails is repeated unchanged until the database has it.
 */
export function openAccessRecords({ store, log }: { store: Store; log: Logger }): AccessRecords {
  const writer = randomUUID();
  const recent = rememberOpenings();
  let queue: Entry[] = [];
  let underWay: Batch | null = null;
  let number = 1;
  let lastWriteAt = 0;
  let timer: { readonly at: number; readonly handle: NodeJS.Timeout } | null = null;

  const plan = (inMs: number) => {
    const at = Date.now() + Math.max(0, inMs);
    if (timer !== null && timer.at <= at) return;
    if (timer !== null) clearTimeout(timer.handle);
    timer = { at, handle: setTimeout(() => void write(), Math.max(0, inMs)) };
  };
  const waiting = () => queue.length + (underWay?.entries.length ?? 0);
  let refused = 0;

  const requireRoom = () => {
    if (waiting() < MOST_WAITING) return;
    refused += 1;
    if (refused === 1) log.error({ rows: waiting() }, 'calls are refused, because too many openings wait');
    throw refuse('unavailable', { retryAfterSeconds: 2 });
  };
  const reportRefused = () => {
    if (refused === 0 || waiting() >= MOST_WAITING) return;
    log.error({ calls: refused }, 'calls were refused, because too many openings waited');
    refused = 0;
  };

  /** Takes rows of one month, in which the archive keeps whole batches. */
  const nextBatch = (): Batch | null => {
    const month = queue[0]?.row.at.slice(0, 7);
    if (month === undefined) return null;
    const end = queue.findIndex(({ row }, index) => index === MOST_IN_BATCH || !row.at.startsWith(month));
    const entries = end < 0 ? queue : queue.slice(0, end);
    queue = end < 0 ? [] : queue.slice(end);
    return { number, entries, isDivided: false };
  };

  const write = async (): Promise<void> => {
    timer = null;
    if (underWay !== null) return;
    const batch = nextBatch();
    if (batch === null) return;
    underWay = batch;
    lastWriteAt = Date.now();
    await untilWritten(batch);
    number = batch.number;
    underWay = null;
    reportRefused();
    if (queue.length > 0) plan(queue.length >= MOST_IN_BATCH ? 0 : COLLECTED_MS - (Date.now() - lastWriteAt));
  };

  const untilWritten = async (batch: Batch): Promise<void> => {
    for (let isFirst = true; ; isFirst = false) {
      try {
        return await writeBatch({ store, log, writer }, batch);
      } catch (error) {
        if (isFirst) log.error({ error: describeError(error), rows: waiting() }, 'openings cannot be recorded');
        await new Promise((resolve) => setTimeout(resolve, RETRIED_MS));
      }
    }
  };

  const add = (row: AccessRow): Entry => {
    const entry = { row, written: Promise.withResolvers<void>() };
    // Where no answer waits, the log alone reports the failure.
    entry.written.promise.catch(() => {});
    queue.push(entry);
    if (underWay === null) {
      const collectedMs = mustBeWritten(row) ? COLLECTED_MS - (Date.now() - lastWriteAt) : LISTS_COLLECTED_MS;
      plan(queue.length >= MOST_IN_BATCH ? 0 : collectedMs);
    }
    return entry;
  };

  /** An answer that is given up takes its row along, unless the row is under way. */
  const giveUp = (entry: Entry) => {
    queue = queue.filter((other) => other !== entry);
    entry.written.reject(refuse('unavailable', { retryAfterSeconds: 2 }));
  };

  const recordRow = async (row: AccessRow, isAwaited: boolean): Promise<void> => {
    // Every call of an inspector is a row of its own.
    const isFolded = row.inspection_id === undefined && isOpening(readingKinds[row.what] ?? 'log');
    const earlier = isFolded ? recent.find(row) : null;
    if (earlier) return isAwaited ? inTime(earlier) : undefined;
    const entry = add(row);
    if (isFolded) recent.remember(row, entry.written.promise);
    if (isAwaited) await inTime(entry.written.promise, () => giveUp(entry));
  };

  return {
    requireRoom,
    async record(rows, isFinal) {
      if (rows.length === 0) return;
      // The rows of final changes are kept beyond the limit: there are no more of them than calls at a time.
      if (!isFinal) requireRoom();
      await Promise.all(rows.map((row) => recordRow(row, mustBeWritten(row) && !isFinal)));
    },
    waiting,
    async drain() {
      const deadline = Date.now() + DRAINED_WITHIN_MS;
      while (waiting() > 0 && Date.now() < deadline) {
        plan(0);
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
      if (timer !== null) clearTimeout(timer.handle);
      if (waiting() > 0) log.error({ rows: waiting() }, 'openings were not recorded before the end');
    },
  };
}

async function inTime(written: Promise<void>, giveUp: () => void = () => {}): Promise<void> {
  const late = Promise.withResolvers<void>();
  const timer = setTimeout(() => {
    giveUp();
    late.reject(refuse('unavailable', { retryAfterSeconds: 2 }));
  }, ANSWERED_WITHIN_MS);
  try {
    await Promise.race([written, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

/** Lists, searches and people named beside the caller's own data are written a little later. */
function mustBeWritten({ subject_id, what, inspection_id }: AccessRow): boolean {
  const kind = readingKinds[what];
  return inspection_id !== undefined || subject_id !== null || kind === 'export' || kind === 'log';
}
