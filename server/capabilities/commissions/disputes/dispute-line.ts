import { disputeCommissionLine } from '@vialkeep/contract/commissions.ts';
import { audit } from '../../../kernel/audit/audit.ts';
import { handle } from '../../../kernel/http/handle.ts';
import { orNotFound, refuseBy } from '../../../kernel/http/refuse.ts';
import { addMessage, readDispute } from './disputes.queries.ts';

export const disputeCommissionLineHandler = handle(
  disputeCommissionLine,
  ({ access, actor, body, params, write }) =>
    write(async (work) => {
      const line = orNotFound(
        await work.db
          .selectFrom('commission_lines')
          .select(['id', 'domain_id', 'person_id', 'retained'])
          .where('id', '=', params.id)
          .executeTakeFirst(),
      );
      access.authorize({ domainId: line.domain_id, ownerIds: [line.person_id] });
      if (line.retained) throw refuseBy(disputeCommissionLine, 'not_a_payee');
      const { id } = await work.db
        .insertInto('commission_disputes')
        .values({ domain_id: line.domain_id, line_id: line.id })
        .returning('id')
        .executeTakeFirstOrThrow();
      await addMessage(work, { disputeId: id, domainId: line.domain_id, authorId: actor.userId, text: body.text });
      await audit(work, {
        domainId: line.domain_id,
        action: 'commissions.dispute',
        subject: 'commission',
        subjectId: line.id,
        facts: { dispute: id },
      });
      return readDispute(work.db, line.id);
    }),
  { commission_dispute_open_once: { reason: 'dispute_open' } },
);
