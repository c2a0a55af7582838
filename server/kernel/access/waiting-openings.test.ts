import { readingKinds } from '@vialkeep/contract/kernel/reads.ts';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Store } from '../db/db.ts';
import type { Logger } from '../log.ts';
import { openAccessRecords } from './access-records.ts';
import type { AccessRow } from './reading.ts';

const MOST_WAITING = 10_000;
const unavailable = { reason: 'unavailable' };

function listRow(number: number): AccessRow {
  return {
    at: '2026-03-02T09:00:00.000Z',
    domain_id: 1,
    subject_id: null,
    actor_id: 1,
    user_id: 1,
    session_id: 1,
    what: readingKinds.indexOf('list'),
    object: String(number),
    seen: [2],
    reason: null,
  };
}

const opening = (subject: number): AccessRow => ({
  ...listRow(0),
  what: readingKinds.indexOf('record'),
  subject_id: subject,
});

describe('Openings that wait for a database that is away', () => {
  let isAway: boolean;
  let written: AccessRow[];
  let errors: { facts: unknown; message: string }[];
  const records = () => {
    const append: Store['append'] = async (_text, values) => {
      if (isAway) throw new Error('The database is away.');
      written.push(...JSON.parse(String(values?.[2])));
    };
    // @NOTE the parts of the store and of the log that the records use.
    const store = { append } as unknown as Store;
    const log = { error: (facts: unknown, message: string) => errors.push({ facts, message }) } as unknown as Logger;
    return openAccessRecords({ store, log });
  };

  beforeEach(() => {
    vi.useFakeTimers();
    isAway = true;
    written = [];
    errors = [];
  });
  afterEach(() => vi.useRealTimers());

  test('beyond 10,000 rows a call is refused before it begins, final changes keep their rows, and the log has the count', async () => {
    const access = records();
    for (let number = 0; number < MOST_WAITING; number += 1) await access.record([listRow(number)], false);
    expect(access.waiting()).toBe(MOST_WAITING);

    expect(() => access.requireRoom()).toThrow(expect.objectContaining(unavailable));
    await expect(access.record([listRow(-1)], false)).rejects.toMatchObject(unavailable);
    await expect(access.record([opening(7)], false)).rejects.toMatchObject(unavailable);
    await access.record([opening(8)], true);
    expect(access.waiting()).toBe(MOST_WAITING + 1);
    const refusing = 'calls are refused, because too many openings wait';
    expect(errors.filter(({ message }) => message === refusing)).toEqual([
      { facts: { rows: MOST_WAITING }, message: refusing },
    ]);

    isAway = false;
    await vi.advanceTimersByTimeAsync(10_000);
    expect(access.waiting()).toBe(0);
    expect(written).toHaveLength(MOST_WAITING + 1);
    expect(written.filter(({ subject_id }) => subject_id !== null)).toMatchObject([{ subject_id: 8 }]);
    expect(errors.at(-1)).toEqual({
      facts: { calls: 3 },
      message: 'calls were refused, because too many openings waited',
    });
    expect(() => access.requireRoom()).not.toThrow();
  });
});
