import { PatientDocumentKind } from '@vialkeep/contract/documents.ts';
import { Plan } from '@vialkeep/contract/plans.ts';
import { sql } from 'kysely';
import { audit } from '../../../kernel/audit/audit.ts';
import { anyOf } from '../../../kernel/db/any-of.ts';
import type { Db, Work } from '../../../kernel/db/db.ts';
import type { Domain } from '../../../kernel/domains.ts';
import { orNotFound } from '../../../kernel/http/refuse.ts';
import { lockCustody } from '../../custody/index.ts';
import { type DocumentRow, findDocument } from '../documents.queries.ts';
import { addDocument, type NewDocument } from '../filing/add-document.ts';
import { queueSignatureEmail } from './signature-email.ts';

export type NewSignatureRequest = {
  readonly site: Domain;
  readonly center: { readonly id: number; readonly company: string };
  /** A signer without an account has only a name and an email. */
  readonly signer: NewDocument['signer'];
};

/**
 * Requests the three documents from a patient and emails one message with their links. Pending documents are reused
 * (F074, F095).
 */
export async function createSignatureRequest(
  work: Work,
  { site, center, signer }: NewSignatureRequest,
): Promise<DocumentRow[]> {
  if (signer.id !== null) await lockCustody(work, { id: signer.id, domainId: site.id });
  const documents: DocumentRow[] = [];
  for (const kind of PatientDocumentKind.options) {
    const document = { site, kind, signer, centerId: center.id };
    documents.push(
      (await findPendingDocument(work.db, document)) ??
        (await addDocument(work, document)) ??
        // A concurrent request inserted the same document.
        orNotFound(await findPendingDocument(work.db, document)),
    );
  }
  await queueSignatureEmail(work, { site, center, documents, isReminder: false });
  const ids = documents.map(({ id }) => id);
  await work.db.updateTable('documents').set({ emailed_at: sql`now()` }).where('id', '=', anyOf(ids)).execute();
  await audit(work, {
    domainId: site.id,
    action: 'documents.request',
    subject: 'user',
    subjectId: center.id,
    facts: { signer: signer.id, documents: ids.map(String) },
  });
  return documents;
}

/** Finds the clinic's own patient by email, and uses the name and email of the account (S-23). */
export async function findSigner(
  db: Db,
  centerId: number,
  given: { name: string; email: string },
): Promise<NewDocument['signer']> {
  const patient = await db
    .selectFrom('users')
    .select(['users.id', 'users.username as name', 'users.email'])
    .where(sql<boolean>`lower(users.email) = lower(${given.email})`)
    .where('users.plan_id', '=', Plan.generalMember)
    .where('users.is_active', '=', true)
    .where('users.removed_at', 'is', null)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('active_relations')
          .select('active_relations.id')
          .whereRef('active_relations.subject_id', '=', 'users.id')
          .where('active_relations.object_id', '=', centerId)
          .where('active_relations.kind', 'in', ['center', 'referral_center']),
      ),
    )
    .executeTakeFirst();
  return patient ?? { id: null, ...given };
}

/** Finds the pending document of this kind for this patient, or for this email at this clinic. */
export async function findPendingDocument(
  db: Db,
  { kind, signer, centerId }: NewDocument,
): Promise<DocumentRow | undefined> {
  const row = await db
    .selectFrom('documents')
    .select('id')
    .where('kind', '=', kind)
    .where('status', '=', 'Pending')
    .where('hidden_at', 'is', null)
    .where((eb) =>
      signer.id === null
        ? eb.and([
            eb('signer_id', 'is', null),
            eb('center_id', '=', centerId),
            sql<boolean>`lower(signer_email) = lower(${signer.email})`,
          ])
        : eb('signer_id', '=', signer.id),
    )
    .orderBy('id', 'desc')
    .executeTakeFirst();
  return row && findDocument(db, row.id);
}
