import { signLinkForSignUp } from '@vialkeep/contract/documents.ts';
import { handlePublic } from '../../../kernel/http/handle.ts';
import { orNotFound } from '../../../kernel/http/refuse.ts';
import { networkOf } from '../../../kernel/rate-limits.ts';
import { actorlessContext } from '../../../kernel/session/actor.ts';
import { addDocument } from '../filing/add-document.ts';
import { createSignLink, mapProviderErrors } from './sign-link.ts';

/** S-19 */
const ATTESTATIONS = { bucket: 'attestations', most: 10, minutes: 60 };

/**
 * Always a new document: one that was made for somebody of the same name and address is not handed to whoever knows the
 * two.
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
