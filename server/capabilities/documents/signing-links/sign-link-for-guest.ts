import { signLinkForGuest } from '@vialkeep/contract/documents.ts';
import { handlePublic } from '../../../kernel/http/handle.ts';
import { refuseBy } from '../../../kernel/http/refuse.ts';
import { networkOf } from '../../../kernel/rate-limits.ts';
import type { Services } from '../../../kernel/services.ts';
import { actorlessContext } from '../../../kernel/session/actor.ts';
import { findHold } from '../../../kernel/session/holds.ts';
import type { DocumentRow } from '../documents.queries.ts';
import { findByGuestLink } from './guest-links.ts';
import { createSignLink, mapProviderErrors } from './sign-link.ts';

/** High, because all guests in a clinic's waiting room share one IP address. */
const GUESTS = { bucket: 'guest-signing', most: 600, minutes: 60 };

/** Gives the same answer for links that are unknown, replaced, expired, signed, deleted or of another site (S-19). */
export const signLinkForGuestHandler = handlePublic(signLinkForGuest, async ({ params, request, services }) => {
  await services.limits.count(GUESTS, networkOf(request.address));
  const link = await findByGuestLink(services.store.read('platform'), params.documentId);
  const isGood =
    link?.document.status === 'Pending' &&
    link.document.kind !== 'hc_attestation' &&
    link.document.domain_id === request.site.id;
  if (!isGood) throw refuseBy(signLinkForGuest, 'problem');
  const { document, sentTo } = link;
  if (await mustWait(services, document)) throw refuseBy(signLinkForGuest, 'problem');
  const signLink = await mapProviderErrors(services, signLinkForGuest, () =>
    createSignLink(services, actorlessContext(request), document, {
      site: request.site,
      page: '/patient-signed-completed-message-from-email',
      opening: { by: 'letter', sentTo },
      alias: params.documentId,
    }),
  );
  if (signLink === null) throw refuseBy(signLinkForGuest, 'problem');
  return { signLink, name: document.name };
});

/**
 * An external provider does not check for a hold at signing, so no link is created while a hold on the signer's changed
 * email lasts. The built-in service checks then and gives the reason.
 */
async function mustWait({ esign, store }: Services, { signer_id }: DocumentRow): Promise<boolean> {
  if (esign.name === 'builtin' || signer_id === null) return false;
  return (await findHold(store.read('platform'), signer_id))?.why === 'email_set_by_other';
}
