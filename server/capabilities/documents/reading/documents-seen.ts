import { Plan } from '@vialkeep/contract/plans.ts';
import { sql } from 'kysely';
import type { Db } from '../../../kernel/db/db.ts';
import { orNotFound, refuse } from '../../../kernel/http/refuse.ts';
import type { Actor } from '../../../kernel/session/actor.ts';
import type { DocumentRow } from '../documents.queries.ts';
import { ofCenter } from '../documents.queries.ts';

/** A patient's document, if this clinic or administrator has to do with it. Otherwise there is none. */
export async function requireVisibleDocument(db: Db, actor: Actor, id: number) {
  return orNotFound(
    await visiblePatientDocuments(db, actor).select('documents.id').where('documents.id', '=', id).executeTakeFirst(),
  );
}

/** Patients' documents as far as this actor has to do with them: a clinic its own, an administrator their sites'. */
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

/** Those that were asked for more than so many days ago and still wait for a signature. */
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

/** The clinic that asked for a document. */
export async function centerOf(db: Db, { center_id }: DocumentRow) {
  if (center_id === null) return null;
  const center = await db.selectFrom('users').select('company').where('id', '=', center_id).executeTakeFirst();
  return center ?? null;
}
