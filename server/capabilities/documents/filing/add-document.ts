import { randomBytes } from 'node:crypto';
import { audit } from '../../../kernel/audit/audit.ts';
import type { Work } from '../../../kernel/db/db.ts';
import type { Domain } from '../../../kernel/domains.ts';
import { enqueue } from '../../../kernel/jobs/jobs.ts';
import { documentCode } from '../../../pdf/document-code.ts';
import { paperTitle } from '../../../pdf/render/document-text.ts';
import { appendCustody } from '../../custody/index.ts';
import { type DocumentKind, type DocumentRow, findDocument, patientOf } from '../documents.queries.ts';
import { SEND_DOCUMENT } from '../job-names.ts';

export type NewDocument = {
  readonly site: Domain;
  readonly kind: DocumentKind;
  /** `id` is null for a signer without an account. */
  readonly signer: { readonly id: number | null; readonly name: string; readonly email: string };
  /** The clinic that requests the document, or whose patient signs it. */
  readonly centerId: number | null;
};

/** Creates a pending document; undefined if a pending one of that kind exists. */
export async function addDocument(work: Work, document: NewDocument): Promise<DocumentRow | undefined> {
  const row = await insertDocument(work, document);
  if (!row) return undefined;
  await recordRequestInCustody(work, row);
  await enqueue(work, SEND_DOCUMENT, { id: row.id }, `${SEND_DOCUMENT} ${row.id}`);
  return row;
}

/** Records the request in the patient's ledger. */
export async function recordRequestInCustody(
  work: Work,
  document: DocumentRow,
  occurredOn: string | null = null,
): Promise<void> {
  const patient = patientOf(document);
  const facts = { document: document.id, kind: document.kind, name: document.name };
  if (patient) await appendCustody(work, patient, { kind: 'document.requested', occurredOn, facts });
}

/** Inserts the row and its audit row, for a requested or a filed document. */
export async function insertDocument(
  work: Work,
  document: NewDocument,
  documentId = randomBytes(16).toString('base64url'),
): Promise<DocumentRow | undefined> {
  const { site, kind, signer, centerId } = document;
  const added = await work.db
    .insertInto('documents')
    .values({
      domain_id: site.id,
      document_id: documentId,
      kind,
      name: paperTitle(kind, site),
      signer_id: signer.id,
      signer_name: signer.name,
      signer_email: signer.email,
      center_id: centerId,
      code: documentCode(documentId),
    })
    // A unique index allows one pending document, so a concurrent request inserts nothing.
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!added) return undefined;
  await audit(work, {
    domainId: site.id,
    action: 'documents.add',
    subject: 'document',
    subjectId: added.id,
    facts: { kind, signer: signer.id, center: centerId },
  });
  return findDocument(work.db, added.id);
}
