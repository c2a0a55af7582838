import { audit } from '../../../kernel/audit/audit.ts';
import type { Db, Work } from '../../../kernel/db/db.ts';
import { type DocumentRow, findByDocumentId, lockedDocument } from '../documents.queries.ts';
import { recordAttestation } from '../filing/complete-document.ts';

/** S-03, S-19 */
const HOURS = 24;

export function isRecent({ signed_at }: Pick<DocumentRow, 'signed_at'>): boolean {
  return Date.now() - (signed_at?.getTime() ?? 0) < HOURS * 3_600_000;
}

export type IssuedPair = { readonly documentId: string; readonly templateId: string };

/**
 * S-03: makes the attestation that somebody signed before they had an account theirs. False where the pair was not
 * issued for this e-mail in the last 24 hours, or is somebody's already.
 */
export async function claimAttestation(
  work: Work,
  pair: IssuedPair & { email: string },
  userId: number,
): Promise<boolean> {
  const known = await findByDocumentId(work.db, pair.documentId);
  const document = known && (await lockedDocument(work, known.id));
  const isTheirs =
    document?.template_id === pair.templateId &&
    document.signer_id === null &&
    document.signer_email.toLowerCase() === pair.email.toLowerCase() &&
    isRecent(document);
  if (!isTheirs) return false;
  await work.db.updateTable('documents').set({ signer_id: userId }).where('id', '=', document.id).execute();
  await recordAttestation(work, userId, { document_id: document.document_id, template_id: document.template_id });
  await audit(work, {
    domainId: document.domain_id,
    action: 'documents.claim_attestation',
    subject: 'document',
    subjectId: document.id,
    facts: { signer: userId },
  });
  return true;
}

/** S-17: the pair of a signing of their own. */
export async function ownsAttestation(db: Db, userId: number, pair: IssuedPair): Promise<boolean> {
  const document = await findByDocumentId(db, pair.documentId);
  return document?.template_id === pair.templateId && document.signer_id === userId;
}
