import { receiveEsignMessage } from '@vialkeep/contract/documents.ts';
import { audit } from '../../../kernel/audit/audit.ts';
import { handlePublic } from '../../../kernel/http/handle.ts';
import { refuseBy } from '../../../kernel/http/refuse.ts';
import { enqueue } from '../../../kernel/jobs/jobs.ts';
import { actorlessContext } from '../../../kernel/session/actor.ts';
import { SYNC_DOCUMENT } from '../../../ports/esign.ts';

/**
 * Accepts a webhook only with a valid signature, and only queues a sync for the document it names. The answer does not
 * reveal whether that document exists here (T49).
 */
export const receiveEsignMessageHandler = handlePublic(receiveEsignMessage, async ({ raw, request, services }) => {
  const message = services.esign.readNotification(raw.bytes, raw.headers);
  if (message === null) throw refuseBy(receiveEsignMessage, 'not_from_provider');
  if (message !== 'nothing-to-do') {
    const { providerId, eventId } = message;
    await services.store.write('platform', actorlessContext(request), async (work) => {
      await enqueue(work, SYNC_DOCUMENT, { providerId }, `${SYNC_DOCUMENT} ${providerId}`);
      await audit(work, {
        domainId: request.site.id,
        action: 'documents.receive_message',
        subject: 'domain',
        subjectId: request.site.id,
        facts: { event: eventId.slice(0, 100) },
      });
    });
  }
  return { received: true as const };
});
