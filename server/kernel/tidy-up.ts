import { sql } from 'kysely';
import type { Job } from './jobs.ts';

/** Every night: what has run out and nobody will ask for is deleted. */
export const tidyUpJob: Job = {
  name: 'tidy-up',
  at: '17 3 * * *',
  async run(_payload, { store, log }) {
    const gone = await store.unaudited('counters, used secrets and sessions long ended', async (db) => {
      const { rows } = await sql<{ gone: number }>`select tidy_up() as gone`.execute(db);
      return rows[0]?.gone ?? 0;
    });
    log.info({ gone }, 'tidied up');
  },
};
