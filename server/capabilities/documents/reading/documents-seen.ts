import { Plan } from '@vialkeep/contract/plans.ts';
import { sql } from 'kysely';
import type { Db } from '../../../kernel/db/db.ts';
import { orNotFound, refuse } from '../../../kernel/http/refuse.ts';
import type { Actor } from '../../../kernel/session/actor.ts';
import type { DocumentRow } from '../documents.queries.ts';
import { ofCenter } from '../documents.queries.ts';

/** Requires a patient document that this clinic or administrator can see; answers 404 otherwise. */
export async function requireVisibleDocument(db: Db, actor: Actor, id: number) {
  return orNotFound(
    await visiblePatientDocuments(db, actor).select('documents.id').where('documents.id', '=', id).executeTakeFirst(),
  );
}

/** Patient documents that this actor can see: a clinic its own, an administrator those of their sites. */
export function visiblePatientDocuments(db: Db, actor: Actor) {
  const documents = patientDocuments(db);
  switch (actor.plan) {
    case Plan.admin:
    case Plan.superAdmin:
      return actor.scope === 'platform' ? documents : documents.where('documents.domain_id', '=', actor.scope);
    case Plan.harvestCenter:
    case Plan.referralCenter:
      return documents.where(ofCenter(actor.userId));
    default:
      throw refuse('not_permitted');
  }
}

/** Visible documents that were requested more than this many days ago and are still pending. */
export function pendingDocuments(db: Db, actor: Actor, days: number) {
  return visiblePatientDocuments(db, actor)
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
