import { audit } from '../../../kernel/audit/audit.ts';
import type { Db, Work } from '../../../kernel/db/db.ts';
import { recordAttestation } from '../../accounts/index.ts';
import { type DocumentRow, findByDocumentId, lockedDocument } from '../documents.queries.ts';

/** How long after signing the pair can be claimed (S-03, S-19). */
const HOURS = 24;

export function isRecent({ signed_at }: Pick<DocumentRow, 'signed_at'>): boolean {
  return Date.now() - (signed_at?.getTime() ?? 0) < HOURS * 3_600_000;
}

export type IssuedPair = { readonly documentId: string; readonly templateId: string };

/**
 * Assigns the attestation that a user signed before they had an account. Returns false if the pair was not issued for
 * this email in the last 24 hours, or is already assigned (S-03).
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

/** Whether the pair belongs to an attestation that this user signed (S-17). */
export async function ownsAttestation(db: Db, userId: number, pair: IssuedPair): Promise<boolean> {
  const document = await findByDocumentId(db, pair.documentId);
  return document?.template_id === pair.templateId && document.signer_id === userId;
}
