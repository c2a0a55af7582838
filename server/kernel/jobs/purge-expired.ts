import { sql } from 'kysely';
import { DEVICE_DAYS } from '../http/device-cookie.ts';
import type { Job } from './jobs.ts';

/** Deletes expired rows that no call reads any more, every night. */
export const purgeExpiredJob: Job = {
  name: 'tidy-up',
  at: '17 3 * * *',
  async run(_payload, { store, log }) {
    const gone = await store.unaudited('counters, used secrets and sessions long ended', async (db) => {
      const { rows } = await sql<{ gone: number }>`select tidy_up() as gone`.execute(db);
      const { numDeletedRows: devices } = await db
        .deleteFrom('known_devices')
        .where('last_seen_at', '<', sql<Date>`now() - make_interval(days => ${DEVICE_DAYS})`)
        .executeTakeFirstOrThrow();
      return (rows[0]?.gone ?? 0) + Number(devices);
    });
    log.info({ gone }, 'tidied up');
  },
};
