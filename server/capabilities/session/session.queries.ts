import { Plan } from '@vialkeep/contract/plans.ts';
import { sql } from 'kysely';
import type { Db } from '../../kernel/db/db.ts';

/**
 * The harvest centers that have approved this user as staff (S-04). Only plan 4, because access gives the rights of the
 * center's plan.
 */
export function centersOf(db: Db, staffId: number) {
  return db
    .selectFrom('active_relations')
    .innerJoin('users as center', 'center.id', 'active_relations.object_id')
    .select(['center.id', 'center.company', 'center.domain_id'])
    .where('active_relations.subject_id', '=', staffId)
    .where('active_relations.kind', '=', 'center')
    .where('center.plan_id', '=', Plan.harvestCenter)
    .where('center.is_active', '=', true);
}

const hoursLeft = sql<number>`ceil(extract(epoch from parent.expires_at - now()) / 3600)::int`;

/** The session from which an acting session was opened, and the hash of its return cookie. */
export function parentOf(db: Db, actingId: number) {
  return db
    .selectFrom('sessions as acting')
    .innerJoin('sessions as parent', 'parent.id', 'acting.parent_id')
    .select(['parent.id', 'parent.site_id', 'parent.domain_id', hoursLeft.as('hours'), 'acting.return_hash'])
    .select(
      sql<number>`extract(epoch from now() - coalesce(parent.proved_at, parent.created_at))::int`.as(
        'proved_seconds_ago',
      ),
    )
    .where('acting.id', '=', actingId)
    .executeTakeFirstOrThrow();
}
