import { decidePrivacyRequest, PrivacyKind } from '@vialkeep/contract/privacy.ts';
import { audit } from '../../kernel/audit/audit.ts';
import type { Work } from '../../kernel/db/db.ts';
import { handle } from '../../kernel/http/handle.ts';
import { orNotFound, refuseBy } from '../../kernel/http/refuse.ts';
import { endRequest, isOpen, lockRequest } from './privacy.queries.ts';
import { sendAnswer } from './privacy-emails.ts';

export const decidePrivacyRequestHandler = handle(
  decidePrivacyRequest,
  async ({ actor, body, params, services, write }) => {
    const { decision, answer } = body;
    await write(async (work) => {
      const request = orNotFound(await lockRequest(work, actor, params.id));
      if (!isOpen(request.state)) throw refuseBy(decidePrivacyRequest, 'already_answered');
      const kind = PrivacyKind.parse(request.kind);
      if (decision === 'done' && (kind === 'export' || kind === 'erasure')) {
        throw refuseBy(decidePrivacyRequest, 'done_otherwise');
      }
      if (decision === 'in_review') await takeIntoReview(work, request.id);
      else {
        await endRequest(work, request.id, { state: decision, answer, answeredBy: actor.userId });
        const home = await services.domains.ofId(request.domain_id);
        const author = { id: request.user_id, email: request.email };
        await sendAnswer(work, home, author, { kind, isRefused: decision === 'refused', answer });
      }
      await audit(work, {
        domainId: request.domain_id,
        action: 'privacy.decide',
        subject: 'privacy_request',
        subjectId: request.id,
        facts: { kind, decision, person: request.user_id },
      });
    });
    return { success: true as const, message: 'The decision has been saved.' };
  },
);

async function takeIntoReview(work: Work, id: number): Promise<void> {
  await work.db.updateTable('privacy_requests').set({ state: 'in_review' }).where('id', '=', id).execute();
}
