import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Db } from '../db/db.ts';
import type { Services } from '../services.ts';
import type { Job } from './jobs.ts';

/** Existing rows that get a new value batch by batch, by their primary key, while people work. */
export type Backfill = {
  readonly name: string;
  /**
   * Handles up to `most` rows whose keys follow `after`, in the transaction that stores the position as well. Returns
   * the last key and the number of rows; null when no row is left.
   */
  readonly handleBatch: (db: Db, after: number, most: number) => Promise<BackfillBatch | null>;
};

export type BackfillBatch = { readonly lastKey: number; readonly rows: number };

type Pace = { readonly batchRows: number; readonly batches: number; readonly pause: () => Promise<unknown> };

/** A run ends after twenty batches, so that a server that stops does not wait for it; the next minute goes on. */
const PACE: Pace = { batchRows: 5_000, batches: 20, pause: () => sleep(500) };

/** The job of a backfill. It is removed again in the release after the one in which it has finished. */
export const backfillJob = (backfill: Backfill): Job => ({
  name: `backfill-${backfill.name}`,
  at: '* * * * *',
  run: (_payload, services) => runBackfill(services, backfill),
});

/** Goes on where the last run on any server ended. */
export async function runBackfill(
  { store, log }: Pick<Services, 'store' | 'log'>,
  { name, handleBatch }: Backfill,
  { batchRows, batches, pause }: Pace = PACE,
): Promise<void> {
  const why = 'the position of a backfill, which changes no value that a person entered';
  const nextBatch = () =>
    store.unaudited(why, (db) =>
      db.transaction().execute((transaction) => advance(transaction, { name, handleBatch }, batchRows)),
    );
  for (let batch = 0; batch < batches; batch += 1) {
    if (batch > 0) await pause();
    const outcome = await nextBatch();
    if (outcome === 'finished') log.info({ backfill: name }, 'a backfill has finished');
    if (outcome !== 'advanced') return;
  }
}

/** The row lock lets one server at a time handle a batch; another one leaves it the rest. */
async function advance(
  db: Db,
  { name, handleBatch }: Backfill,
  batchRows: number,
): Promise<'advanced' | 'finished' | 'idle'> {
  await db
    .insertInto('backfills')
    .values({ name })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const state = await db
    .selectFrom('backfills')
    .select('position')
    .where('name', '=', name)
    .where('finished_at', 'is', null)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
  if (!state) return 'idle';
  const batch = await handleBatch(db, state.position, batchRows);
  const progress = db.updateTable('backfills').where('name', '=', name);
  if (batch === null) {
    await progress.set({ finished_at: sql`now()` }).execute();
    return 'finished';
  }
  await progress.set({ position: batch.lastKey, handled: sql`handled + ${batch.rows}` }).execute();
  return 'advanced';
}
