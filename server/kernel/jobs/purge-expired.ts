import { sql } from 'kysely';
import type { Db } from '../db/db.ts';
import type { Job } from './jobs.ts';

/** Deletes expired rows of one table and returns their number. */
export type Purge = (db: Db) => Promise<number>;

const ROWS_AT_ONCE = 5_000;

/** For a table that can hold many expired rows: each batch is a short statement of its own. */
export async function inBatches(deleteSome: (most: number) => Promise<number>): Promise<number> {
  let total = 0;
  for (;;) {
    const gone = await deleteSome(ROWS_AT_ONCE);
    total += gone;
    if (gone < ROWS_AT_ONCE) return total;
  }
}

/** Deletes expired rows that no call reads any more, every night; a capability that owns such rows adds its purge. */
export const purgeExpiredJob = (purges: readonly Purge[]): Job => ({
  name: 'tidy-up',
  at: '17 3 * * *',
  async run(_payload, { store, log }) {
    const gone = await store.unaudited('counters, used secrets and sessions long ended', async (db) => {
      const { rows } = await sql<{ gone: number }>`select tidy_up() as gone`.execute(db);
      let total = rows[0]?.gone ?? 0;
      for (const purge of purges) total += await purge(db);
      return total;
    });
    log.info({ gone }, 'tidied up');
  },
});
