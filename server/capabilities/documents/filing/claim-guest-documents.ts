import { sql } from 'kysely';
import type { Work } from '../../../kernel/db/db.ts';
import { lockCustody, type Patient } from '../../custody/index.ts';
import { lockedDocument } from '../documents.queries.ts';
import { assignToPatient } from './link-document.ts';

/**
 * Gives a new account the documents that the patient's own clinic sent to its email before. Call it only for an account
 * that another user created: an email that a user enters for their own account proves nothing.
 */
export async function claimGuestDocuments(work: Work, patient: Patient): Promise<void> {
  await lockCustody(work, patient);
  const rows = await work.db
    .selectFrom('documents')
    .innerJoin('users', (join) =>
      join.on('users.id', '=', patient.id).on(sql<boolean>`lower(users.email) = lower(documents.signer_email)`),
    )
    .innerJoin('active_relations', (join) =>
      join
        .on('active_relations.subject_id', '=', patient.id)
        .onRef('active_relations.object_id', '=', 'documents.center_id')
        .on('active_relations.kind', 'in', ['center', 'referral_center']),
    )
    .select('documents.id')
    .distinct()
    .where('documents.domain_id', '=', patient.domainId)
    .where('documents.signer_id', 'is', null)
    .where('documents.kind', '<>', 'hc_attestation')
    .where('documents.hidden_at', 'is', null)
    .orderBy('documents.id')
    .execute();
  // Two clinics may have requested the same kind; only one pending document of a kind is claimed.
  const waiting = new Set<string>();
  for (const { id } of rows) {
    const document = await lockedDocument(work, id);
    if (document?.signer_id !== null || waiting.has(document.kind)) continue;
    await assignToPatient(work, document, patient);
    if (document.status === 'Pending') waiting.add(document.kind);
  }
}
