import type { Work } from '../../kernel/db/db.ts';
import type { RelationKind } from '../../kernel/db/tables.generated.ts';
import type { Subject } from './end-relations.ts';

/** S-04: asks to belong to these. It counts for nothing until somebody grants it; `replaceRelations` naming them does. */
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
  if (rows.length > 0) await work.db.insertInto('relations').values(rows).execute();
}
