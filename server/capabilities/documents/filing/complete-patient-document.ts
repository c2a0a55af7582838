import { completePatientDocument } from '@vialkeep/contract/documents.ts';
import { handle } from '../../../kernel/http/handle.ts';
import { refuseBy } from '../../../kernel/http/refuse.ts';
import { auditContextOf } from '../../../kernel/session/actor.ts';
import { findByDocumentId, signersOf } from '../documents.queries.ts';
import { waitForCompletion } from '../provider-sync/wait-for-completion.ts';
import { mapProviderErrors } from '../signing-links/sign-link.ts';

/** Asks the provider, because the browser's claim proves nothing (T49). */
export const completePatientDocumentHandler = handle(completePatientDocument, async (call) => {
  const { access, actor, db, body, services, request } = call;
  const document = await findByDocumentId(db, body.documentId);
  const facts = document && { domainId: document.domain_id, ownerIds: signersOf(document) };
  if (!facts || !access.can('documents.complete', facts)) throw refuseBy(completePatientDocument, 'problem');
  access.authorize(facts);
  const { status } = await mapProviderErrors(services, completePatientDocument, () =>
    waitForCompletion(services, auditContextOf(actor, request), document),
  );
  return { success: status === 'Completed' };
});
