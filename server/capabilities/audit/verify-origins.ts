import { sql } from 'kysely';
import type { Db } from '../../kernel/db/db.ts';

export type OriginFault = { readonly about: string; readonly fault: string };

/** Origins older than this have been purged. */
const KEPT_MONTHS = 24;

/**
 * Returns the origins that differ from the hash in the audit log, or were deleted before they expired. An erasure deletes
 * the origins of its person's requests, which other entries of these requests name as well: a login has one without an
 * actor.
 */
export async function verifyOrigins(db: Db): Promise<OriginFault[]> {
  const { rows: changed } = await sql<{ at: Date }>`
    select at from request_origins
    where hash <> sha256(salt || convert_to(address || E'\n' || device, 'UTF8')) order by at limit 100`.execute(db);
  const { rows: missing } = await sql<{ domain_id: number; position: number }>`
    with erased as materialized (
      select facts ->> 'origin_hash' as hash from audit_log join users on users.id = actor_id
      where erased_at is not null and facts ? 'origin_hash')
    select domain_id, position from audit_log
    where facts ? 'origin_hash' and at > now() - make_interval(months => ${KEPT_MONTHS})
      and not exists (select from request_origins where encode(hash, 'hex') = facts ->> 'origin_hash')
      and not exists (select from erased where erased.hash = facts ->> 'origin_hash')
    order by at limit 100`.execute(db);
  return [
    ...changed.map(({ at }) => ({ about: `Origin of ${at.toISOString()}`, fault: 'address or device was changed' })),
    ...missing.map(({ domain_id, position }) => ({
      about: `Audit entry ${position} of site ${domain_id}`,
      fault: 'its origin is missing',
    })),
  ];
}
