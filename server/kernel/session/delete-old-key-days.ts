import { sql } from 'kysely';
import type { Purge } from '../jobs/purge-expired.ts';

/** The screen shows 30 days; older ones are kept for questions about a year. */
export const deleteOldKeyDays: Purge = async (db) => {
  const gone = await db
    .deleteFrom('api_key_days')
    .where('day', '<', sql<string>`(now() at time zone 'utc')::date - 400`)
    .executeTakeFirst();
  return Number(gone.numDeletedRows);
};
