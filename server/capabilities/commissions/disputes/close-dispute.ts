import { closeCommissionDispute } from '@vialkeep/contract/commissions.ts';
import { sql } from 'kysely';
import { audit } from '../../../kernel/audit/audit.ts';
import { handle } from '../../../kernel/http/handle.ts';
import { orNotFound, refuseBy } from '../../../kernel/http/refuse.ts';
import { addAdjustment } from '../lines/adjust-commission.ts';
import { sendDisputeMessage } from './dispute-emails.ts';
import { addMessage, lockDispute, readDispute } from './disputes.queries.ts';

export const closeCommissionDisputeHandler = handle(
  closeCommissionDispute,
  ({ actor, body, params, services, write }) =>
    write(async (work) => {
      const locked = await lockDispute(work, params.id);
      const dispute = orNotFound(
        locked && (actor.scope === 'platform' || actor.scope === locked.domain_id) ? locked : null,
      );
      if (dispute.state !== 'open') throw refuseBy(closeCommissionDispute, 'dispute_closed');
      const { outcome, amount, text } = body;
      await addMessage(work, { disputeId: dispute.id, domainId: dispute.domain_id, authorId: actor.userId, text });
      await work.db
        .updateTable('commission_disputes')
        .set({ state: outcome, closed_at: sql`now()`, closed_by: work.cause.actorId })
        .where('id', '=', dispute.id)
        .execute();
      await sendDisputeMessage(work, services, dispute, text);
      await audit(work, {
        domainId: dispute.domain_id,
        action: 'commissions.close_dispute',
        subject: 'commission',
        subjectId: dispute.line_id,
        facts: { dispute: dispute.id, outcome },
      });
      if (amount !== undefined) {
        await addAdjustment(work, {
          domainId: dispute.domain_id,
          personId: dispute.person_id,
          cents: amount,
          reason: text,
          lineId: dispute.line_id,
        });
      }
      return readDispute(work.db, dispute.line_id);
    }),
);
