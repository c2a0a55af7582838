import { sql } from 'kysely';
import { inBatches, type Purge } from '../../kernel/jobs/purge-expired.ts';

/** Deliveries are kept for 30 days, with their attempts. */
export const deleteOldDeliveries: Purge = (db) =>
  inBatches(async (most) => {
    const gone = await sql`
      delete from webhook_deliveries where id = any (array(
        select id from webhook_deliveries where created_at < now() - interval '30 days'
        order by created_at limit ${most}))`.execute(db);
    return Number(gone.numAffectedRows ?? 0);
  });
