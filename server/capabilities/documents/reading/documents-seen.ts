import { sql } from 'kysely';
import type { Db } from '../../../kernel/db/db.ts';
import { orNotFound } from '../../../kernel/http/refuse.ts';
import type { Access } from '../../../kernel/policy/access.ts';
import { type DocumentRow, ofCenter } from '../documents.queries.ts';

/** Requires a patient document that this clinic or administrator can see; answers 404 otherwise. */
export async function requireVisibleDocument(db: Db, access: Access, id: number) {
  return orNotFound(
    await visiblePatientDocuments(db, access).select('documents.id').where('documents.id', '=', id).executeTakeFirst(),
  );
}

/** Patient documents that this actor can see: a clinic its own, an administrator those of their sites. */
export function visiblePatientDocuments(db: Db, access: Access) {
  const documents = patientDocuments(db);
  const { id, isWholeSite } = access.listFilter();
  if (!isWholeSite) return documents.where(ofCenter(id));
  const { scope } = access.actor;
  return scope === 'platform' ? documents : documents.where('documents.domain_id', '=', scope);
}

/** Visible documents that were requested more than this many days ago and are still pending. */
export function pendingDocuments(db: Db, access: Access, days: number) {
  return visiblePatientDocuments(db, access)
    .where('documents.status', '=', 'Pending')
    .where(sql<boolean>`documents.requested_at < now() - make_interval(days => ${days})`);
}

export function patientDocuments(db: Db) {
  return db
    .selectFrom('documents')
    .where('documents.hidden_at', 'is', null)
    .where('documents.kind', '<>', 'hc_attestation');
}

/** Finds the clinic that requested a document. */
export async function centerOf(db: Db, { center_id }: DocumentRow) {
  if (center_id === null) return null;
  const center = await db.selectFrom('users').select('company').where('id', '=', center_id).executeTakeFirst();
  return center ?? null;
}
