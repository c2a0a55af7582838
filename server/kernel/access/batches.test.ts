import { readingKinds } from '@vialkeep/contract/kernel/reads.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newWorld, type World } from '../../testing/world.ts';
import { openAccessRecords } from './access-records.ts';
import type { AccessRow } from './reading.ts';
import { verifyAccess } from './verify-access.ts';

let world: World;
beforeAll(async () => {
  world = await newWorld({ LOG_LEVEL: 'silent' });
});
afterAll(() => world.close());

/** An opening at this time; sessions and people of the test are numbered from a base that no other test uses. */
function openingAt(at: string, n: number, session = 900_000): AccessRow {
  return {
    at,
    domain_id: 1,
    subject_id: 1_000 + n,
    actor_id: 1,
    user_id: 1,
    session_id: session,
    what: readingKinds.indexOf('record'),
    object: '',
    seen: null,
    reason: null,
  };
}

const openRecords = () => openAccessRecords(world.app.services);

const faults = async () =>
  (await verifyAccess(world.app.services.store.readSlowly('platform'), world.app.services.files)).faults;

/** The written openings of a session, as the month, the batch and the person. */
function listWritten(session: number) {
  return world.sql<{ month: string; writer: string; batch: number; subject_id: number }>(
    `select to_char(at at time zone 'utc', 'YYYY-MM') as month, writer, batch::int, subject_id from access_records
     where session_id = $1 order by at, subject_id`,
    [session],
  );
}

describe('A batch of openings', () => {
  test('openings around the end of a month are all written, each batch within one month, although the next month has no partition', async () => {
    const [now] = await world.sql<{ last: string; next: string }>(
      `select to_char(date_trunc('month', now() at time zone 'utc') + interval '20 months' - interval '1 millisecond',
           'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as last,
         to_char(date_trunc('month', now() at time zone 'utc') + interval '20 months', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as next`,
    );
    const records = openRecords();
    const rows = Array.from({ length: 60 }, (_, n) => openingAt((n < 30 ? now?.last : now?.next) ?? '', n, 900_001));
    await Promise.all(rows.map((row) => records.record([row], false)));
    const written = await listWritten(900_001);
    expect(written.map(({ subject_id }) => subject_id)).toEqual(rows.map(({ subject_id }) => subject_id));
    const batches = Map.groupBy(written, ({ writer, batch }) => `${writer} ${batch}`);
    for (const batch of batches.values()) expect(new Set(batch.map(({ month }) => month)).size).toBe(1);
    expect(new Set(written.map(({ month }) => month)).size).toBe(2);
    expect(await faults()).toEqual([]);
  });

  test('several processes whose openings need the same missing partition at once all write theirs', async () => {
    const [month] = await world.sql<{ at: string }>(
      `select to_char(now() at time zone 'utc' + interval '30 months', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at`,
    );
    const writers = Array.from({ length: 5 }, openRecords);
    await Promise.all(
      writers.map((records, index) => records.record([openingAt(month?.at ?? '', index, 900_002)], false)),
    );
    expect((await listWritten(900_002)).map(({ subject_id }) => subject_id)).toEqual([1000, 1001, 1002, 1003, 1004]);
    expect(await faults()).toEqual([]);
  });

  test('while the disk is full openings are refused with 503 and not counted as written, and they are written afterwards', async () => {
    await world.sql(`create function fail_full() returns trigger language plpgsql as
      $$ begin raise exception 'no space left' using errcode = '53100'; end $$`);
    await world.sql(
      'create trigger full_disk before insert on access_batches for each row execute function fail_full()',
    );
    const records = openRecords();
    const at = new Date().toISOString();
    const refused = await records.record([openingAt(at, 1, 900_003)], false).then(
      () => null,
      (error: { reason?: string }) => error.reason,
    );
    expect(refused).toBe('unavailable');
    // A call that has written is answered, and its opening waits.
    await records.record([openingAt(at, 2, 900_003)], true);
    await world.sql('drop trigger full_disk on access_batches');
    await records.record([openingAt(at, 3, 900_003)], false);
    await records.drain();
    const written = (await listWritten(900_003)).map(({ subject_id }) => subject_id);
    expect(written).toEqual(expect.arrayContaining([1002, 1003]));
    expect(records.waiting()).toBe(0);
    expect(await faults()).toEqual([]);
  }, 30_000);
});
