import { sql } from 'kysely';
import { inBatches, type Purge } from '../jobs/purge-expired.ts';

/** Events are kept for 90 days. They come in the order of their time, so the oldest are found by id. */
export const deleteOldEvents: Purge = (db) =>
  inBatches(async (most) => {
    const gone = await sql`
      delete from events where id = any (array(select id from events order by id limit ${most}))
        and at < now() - interval '90 days'
        and not exists (select from webhook_deliveries d where d.event_id = events.id)`.execute(db);
    return Number(gone.numAffectedRows ?? 0);
  });
