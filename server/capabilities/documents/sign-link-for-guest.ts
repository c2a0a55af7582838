import { signLinkForGuest } from '@vialkeep/contract/documents.ts';
import { handlePublic } from '../../kernel/http/handle.ts';
import { refuseBy } from '../../kernel/http/refuse.ts';
import { networkOf } from '../../kernel/rate-limits.ts';
import { nobody } from '../../kernel/session/actor.ts';
import { findByDocumentId } from './documents.queries.ts';
import { orUnavailable, signLinkOf } from './sign-link.ts';

/** A clinic's waiting room shares one address. */
const GUESTS = { bucket: 'guest-signing', most: 600, minutes: 60 };

const GOOD_FOR_DAYS = 60;

/** S-19: unknown, signed, deleted, of another site, never sent or sent too long ago are all answered alike. */
export const signLinkForGuestHandler = handlePublic(signLinkForGuest, async ({ params, request, services }) => {
  await services.limits.count(GUESTS, networkOf(request.address));
  const document = await findByDocumentId(services.store.read('platform'), params.documentId);
  const isGood =
    document?.status === 'Pending' &&
    document.kind !== 'hc_attestation' &&
    document.domain_id === request.site.id &&
    Date.now() - (document.emailed_at?.getTime() ?? 0) < GOOD_FOR_DAYS * 86_400_000;
  if (!isGood) throw refuseBy(signLinkForGuest, 'problem');
  const signLink = await orUnavailable(services, signLinkForGuest, () =>
    signLinkOf(services, nobody(request), document, {
      site: request.site,
      page: '/patient-signed-completed-message-from-email',
    }),
  );
  if (signLink === null) throw refuseBy(signLinkForGuest, 'problem');
  return { signLink, name: document.name };
});
