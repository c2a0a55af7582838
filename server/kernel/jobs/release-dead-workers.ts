import { sql } from 'kysely';
import type { Job } from './jobs.ts';

/** Every minute: what a process that is gone had taken is given back, for one that lives to carry out. */
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
