import { signLinkForSignUp } from '@vialkeep/contract/documents.ts';
import { handlePublic } from '../../../kernel/http/handle.ts';
import { orNotFound } from '../../../kernel/http/refuse.ts';
import { networkOf } from '../../../kernel/rate-limits.ts';
import { actorlessContext } from '../../../kernel/session/actor.ts';
import { addDocument } from '../filing/add-document.ts';
import { createSignLink, mapProviderErrors } from './sign-link.ts';

/** Rate limit per network (S-19). */
const ATTESTATIONS = { bucket: 'attestations', most: 10, minutes: 60 };

/**
 * Always creates a new document: a caller who knows the name and email of another signer must not get that signer's
 * document.
 */
export const signLinkForSignUpHandler = handlePublic(signLinkForSignUp, async ({ body, request, services }) => {
  await services.limits.count(ATTESTATIONS, networkOf(request.address));
  const cause = actorlessContext(request);
  const document = orNotFound(
    await services.store.write('platform', cause, (work) =>
      addDocument(work, {
        site: request.site,
        kind: 'hc_attestation',
        signer: { id: null, ...body },
        centerId: null,
      }),
    ),
  );
  const signLink = orNotFound(
    await mapProviderErrors(services, signLinkForSignUp, () =>
      createSignLink(services, cause, document, {
        site: request.site,
        page: '/signed-completed-message',
        opening: { by: 'sign_up' },
      }),
    ),
  );
  return { success: true as const, signLink, documentId: document.document_id, message: 'The document can be signed.' };
});
