import { sql } from 'kysely';
import type { Job } from './jobs.ts';

/** Releases the jobs of ended processes every minute, so that a live one can run them. */
export const releaseDeadWorkersJob: Job = {
  name: 'release-dead-workers',
  at: '* * * * *',
  async run(_payload, { store, log }) {
    const released = await store.unaudited('whose jobs are whose', async (db) => {
      const { rows } = await sql<{ released: number }>`select release_dead_workers() as released`.execute(db);
      return rows[0]?.released ?? 0;
    });
    if (released > 0) log.warn({ workers: released }, 'jobs of a process that is gone were given back');
  },
};
