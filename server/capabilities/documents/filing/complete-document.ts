import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { audit } from '../../../kernel/audit/audit.ts';
import type { Work } from '../../../kernel/db/db.ts';
import { announceEvent } from '../../../kernel/events.ts';
import { recordAttestation } from '../../accounts/index.ts';
import { appendCustody } from '../../custody/index.ts';
import { buildDocumentData } from '../announce-document.ts';
import { type DocumentRow, patientOf } from '../documents.queries.ts';

export type SignedFile = {
  /** The name in the file store. */
  readonly name: string;
  readonly sha256: string;
  /** Null for an upload: the time of a signature on paper is unknown. */
  readonly signedAt: Date | null;
  readonly origin: 'signing' | 'upload';
};

/**
 * The only way to complete a document; the caller holds the lock. Writes file, ledger and audit row in one transaction.
 */
export async function completeDocument(
  work: Work,
  document: DocumentRow,
  file: SignedFile,
  newTemplateId = randomBytes(16).toString('base64url'),
): Promise<void> {
  const isOfCenter = document.kind === 'hc_attestation';
  const templateId = isOfCenter ? newTemplateId : null;
  await work.db
    .updateTable('documents')
    .set({
      status: 'Completed',
      origin: file.origin,
      refused: null,
      file: file.name,
      sha256: file.sha256,
      template_id: templateId,
      signed_at: file.signedAt,
      completed_at: sql`now()`,
      looked_at: sql`now()`,
    })
    .where('id', '=', document.id)
    .execute();
  const patient = patientOf(document);
  if (patient) {
    await appendCustody(work, patient, {
      kind: 'document.completed',
      occurredOn: file.signedAt?.toISOString().slice(0, 10) ?? null,
      facts: {
        document: document.id,
        kind: document.kind,
        name: document.name,
        origin: file.origin,
        sha256: file.sha256,
      },
    });
  }
  if (isOfCenter && document.signer_id !== null) {
    await recordAttestation(work, document.signer_id, { document_id: document.document_id, template_id: templateId });
  }
  const signed_on = file.signedAt?.toISOString().slice(0, 10) ?? null;
  announceEvent(work, {
    domainId: document.domain_id,
    type: 'document.completed',
    data: { ...buildDocumentData(document), origin: file.origin, signed_on },
  });
  await audit(work, {
    domainId: document.domain_id,
    action: 'documents.complete',
    subject: 'document',
    subjectId: document.id,
    facts: { kind: document.kind, origin: file.origin, sha256: file.sha256 },
  });
}
