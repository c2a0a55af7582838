import { withdrawPrivacyRequest } from '@vialkeep/contract/privacy.ts';
import { audit } from '../../kernel/audit/audit.ts';
import { handle } from '../../kernel/http/handle.ts';
import { orNotFound, refuseBy } from '../../kernel/http/refuse.ts';
import { endRequest, ownRequests } from './privacy.queries.ts';

export const withdrawPrivacyRequestHandler = handle(
  withdrawPrivacyRequest,
  async ({ access, actor, params, write }) => {
    await write(async (work) => {
      const request = orNotFound(
        await ownRequests(work.db, actor.userId).where('privacy_requests.id', '=', params.id).executeTakeFirst(),
      );
      access.authorize({ domainId: request.domain_id, ownerIds: [request.user_id] });
      const isEnded = await endRequest(work, request.id, { state: 'withdrawn', answer: '', answeredBy: null });
      if (!isEnded) throw refuseBy(withdrawPrivacyRequest, 'already_answered');
      await audit(work, {
        domainId: request.domain_id,
        action: 'privacy.withdraw',
        subject: 'privacy_request',
        subjectId: request.id,
        facts: { kind: request.kind },
      });
    });
    return { success: true as const, message: 'The request has been withdrawn.' };
  },
);
