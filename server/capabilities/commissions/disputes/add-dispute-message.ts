import { addDisputeMessage, DISPUTE_MESSAGES_MAX } from '@vialkeep/contract/commissions.ts';
import { audit } from '../../../kernel/audit/audit.ts';
import { handle } from '../../../kernel/http/handle.ts';
import { orNotFound, refuseBy } from '../../../kernel/http/refuse.ts';
import { sendDisputeMessage } from './dispute-emails.ts';
import { addMessage, countMessages, lockDispute, readDispute } from './disputes.queries.ts';

export const addDisputeMessageHandler = handle(addDisputeMessage, ({ access, actor, body, params, services, write }) =>
  write(async (work) => {
    const dispute = orNotFound(await lockDispute(work, params.id));
    access.authorize({ domainId: dispute.domain_id, ownerIds: [dispute.person_id] });
    if (dispute.state !== 'open') throw refuseBy(addDisputeMessage, 'dispute_closed');
    if ((await countMessages(work, dispute.id)) >= DISPUTE_MESSAGES_MAX) {
      throw refuseBy(addDisputeMessage, 'too_many_messages');
    }
    await addMessage(work, {
      disputeId: dispute.id,
      domainId: dispute.domain_id,
      authorId: actor.userId,
      text: body.text,
    });
    if (dispute.person_id !== actor.userId) await sendDisputeMessage(work, services, dispute, body.text);
    await audit(work, {
      domainId: dispute.domain_id,
      action: 'commissions.message',
      subject: 'commission',
      subjectId: dispute.line_id,
      facts: { dispute: dispute.id },
    });
    return readDispute(work.db, dispute.line_id);
  }),
);
