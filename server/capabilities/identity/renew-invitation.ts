import { renewInvitation } from '@vialkeep/contract/identity.ts';
import { audit } from '../../kernel/audit/audit.ts';
import { handlePublic, withRateLimit } from '../../kernel/http/handle.ts';
import { enqueue } from '../../kernel/jobs/jobs.ts';
import { secretHash } from '../../kernel/secrets/secrets.ts';
import { actorlessContext } from '../../kernel/session/actor.ts';
import { SEND_INVITATION } from './send-invitation.ts';

/** Does the same work for every key; the job checks whether it belongs to an invitation. */
export const renewInvitationHandler = withRateLimit(
  handlePublic(renewInvitation, async ({ body, request, services: { store } }) => {
    await store.write('platform', actorlessContext(request), async (work) => {
      await enqueue(work, SEND_INVITATION, { hash: secretHash(body.key).toString('hex'), siteId: request.site.id });
      await audit(work, {
        domainId: request.site.id,
        action: 'identity.ask_invitation',
        subject: 'domain',
        subjectId: request.site.id,
      });
    });
    return {
      success: true as const,
      message: 'If this invitation was yours and you have no password yet, a new one is on its way.',
    };
  }),
  () => ({ bucket: 'renew-invitation', most: 20, minutes: 60 }),
);
