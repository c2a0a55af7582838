import { createTemplate } from '@vialkeep/contract/documents.ts';
import { handlePublic } from '../../../kernel/http/handle.ts';
import { refuseBy } from '../../../kernel/http/refuse.ts';
import { networkOf } from '../../../kernel/rate-limits.ts';
import { actorlessContext } from '../../../kernel/session/actor.ts';
import { findByDocumentId } from '../documents.queries.ts';
import { waitForCompletion } from '../provider-sync/wait-for-completion.ts';
import { isRecent } from '../signing-links/attestations.ts';
import { mapProviderErrors } from '../signing-links/sign-link.ts';

const TEMPLATES = { bucket: 'templates', most: 600, minutes: 60 };

/** Returns to the signer the template that was issued when the attestation was completed (S-19). */
export const createTemplateHandler = handlePublic(createTemplate, async ({ query, request, services }) => {
  await services.limits.count(TEMPLATES, networkOf(request.address));
  const asked = await findByDocumentId(services.store.read('platform'), query.documentId);
  const isTheirs =
    asked?.kind === 'hc_attestation' &&
    asked.domain_id === request.site.id &&
    alike(asked.signer_name) === alike(query.name);
  if (!isTheirs) throw refuseBy(createTemplate, 'problem');
  const document = await mapProviderErrors(services, createTemplate, () =>
    waitForCompletion(services, actorlessContext(request), asked),
  );
  if (document.template_id === null) throw refuseBy(createTemplate, 'not_signed_yet');
  if (!isRecent(document)) throw refuseBy(createTemplate, 'problem');
  return { templateId: document.template_id, docId: document.document_id };
});

function alike(name: string): string {
  return name.replaceAll(/\s+/g, '').toLowerCase();
}
