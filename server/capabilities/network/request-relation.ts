import type { Work } from '../../kernel/db/db.ts';
import type { RelationKind } from '../../kernel/db/tables.generated.ts';
import type { Subject } from './end-relations.ts';
import { insertRelations } from './open-relations.ts';

/** Creates a pending relation to these users (S-04). It has no effect until `replaceRelations` names them. */
export async function requestRelation(
  work: Work,
  subject: Subject,
  kind: RelationKind,
  objectIds: readonly number[],
): Promise<void> {
  const rows = objectIds.map((object_id) => ({
    domain_id: subject.domainId,
    subject_id: subject.id,
    kind,
    object_id,
    approved_at: null,
  }));
  await insertRelations(work, rows);
}
