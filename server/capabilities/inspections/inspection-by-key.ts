import { sql } from 'kysely';
import type { Db } from '../../kernel/db/db.ts';
import type { Limit } from '../../kernel/rate-limits.ts';
import { secretHash } from '../../kernel/secrets/secrets.ts';

/** The running inspection of a link on this site. */
export function findInspectionByKey(db: Db, key: string, siteId: number) {
  return db
    .selectFrom('inspections')
    .select(['id', 'domain_id', 'agency', 'name', 'email', 'reason', 'with_names', 'ends_at'])
    .select(sql<number | null>`cardinality(patient_ids)`.as('patients'))
    .where('key_hash', '=', secretHash(key))
    .where('domain_id', '=', siteId)
    .where('ended_at', 'is', null)
    .where('ends_at', '>', sql<Date>`now()`);
}

/** The rate limit of one network for trying keys and codes. */
export function inspectionAttempts(): Limit {
  return { bucket: 'inspection-attempts', most: 60, minutes: 10 };
}
