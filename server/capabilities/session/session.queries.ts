import type { Db } from '../../kernel/db/db.ts';

/** The harvest centers that have accepted this person as staff (S-04). Only a center: access follows its plan. */
export function centersOf(db: Db, staffId: number) {
  return db
    .selectFrom('relations')
    .innerJoin('users as center', 'center.id', 'relations.object_id')
    .select(['center.id', 'center.company', 'center.domain_id'])
    .where('relations.subject_id', '=', staffId)
    .where('relations.kind', '=', 'center')
    .where('relations.ended_at', 'is', null)
    .where('relations.approved_at', 'is not', null)
    .where('center.plan_id', '=', 4)
    .where('center.is_active', '=', true);
}
