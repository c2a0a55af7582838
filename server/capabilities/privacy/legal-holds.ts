import { createLegalHold, endLegalHold } from '@vialkeep/contract/privacy.ts';
import { sql } from 'kysely';
import { audit } from '../../kernel/audit/audit.ts';
import { handle } from '../../kernel/http/handle.ts';
import { orNotFound, refuseBy } from '../../kernel/http/refuse.ts';
import { visibleUser } from '../network/index.ts';

export const createLegalHoldHandler = handle(
  createLegalHold,
  async ({ actor, body, write }) =>
    write(async (work) => {
      const person = await visibleUser(work.db, actor, body.user_id);
      const { id } = await work.db
        .insertInto('legal_holds')
        .values({ domain_id: person.domain_id, user_id: person.id, reason: body.reason, by_id: actor.userId })
        .returning('id')
        .executeTakeFirstOrThrow();
      await audit(work, {
        domainId: person.domain_id,
        action: 'privacy.hold',
        subject: 'user',
        subjectId: person.id,
        facts: { hold: id },
        changes: { legal_hold: { before: null, after: body.reason } },
      });
      return { success: true as const, message: 'The data of this person are kept.', id };
    }),
  { one_open_legal_hold: { reason: 'already_held' } },
);

export const endLegalHoldHandler = handle(endLegalHold, async ({ actor, params, write }) =>
  write(async (work) => {
    const { scope } = actor;
    const hold = orNotFound(
      await work.db
        .selectFrom('legal_holds')
        .select(['id', 'domain_id', 'user_id', 'reason', 'ended_at'])
        .where('id', '=', params.id)
        .where((eb) => eb.and(scope === 'platform' ? [] : [eb('domain_id', '=', scope)]))
        .forUpdate()
        .executeTakeFirst(),
    );
    if (hold.ended_at !== null) throw refuseBy(endLegalHold, 'hold_over');
    await work.db
      .updateTable('legal_holds')
      .set({ ended_at: sql`now()`, ended_by: actor.userId })
      .where('id', '=', hold.id)
      .execute();
    await audit(work, {
      domainId: hold.domain_id,
      action: 'privacy.end_hold',
      subject: 'user',
      subjectId: hold.user_id,
      facts: { hold: hold.id },
      changes: { legal_hold: { before: hold.reason, after: null } },
    });
    return { success: true as const, message: 'The legal hold has ended.' };
  }),
);
