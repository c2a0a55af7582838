import { noteVisits } from '@vialkeep/contract/session.ts';
import { sql } from 'kysely';
import { audit } from '../../../kernel/audit/audit.ts';
import { anyOf } from '../../../kernel/db/any-of.ts';
import { handle } from '../../../kernel/http/handle.ts';
import { refuse } from '../../../kernel/http/refuse.ts';

export const noteVisitsHandler = handle(noteVisits, async ({ actor, body, write }) => {
  const ids = [...new Set(body.ids)];
  await write(async (work) => {
    const noted = await work.db
      .updateTable('account_visits')
      .set({ noted_at: sql`coalesce(noted_at, now())` })
      .where('id', '=', anyOf(ids))
      .where('user_id', '=', actor.userId)
      .returning('id')
      .execute();
    if (noted.length < ids.length) throw refuse('not_found');
    await audit(work, {
      domainId: actor.domainId,
      action: 'session.note_visits',
      subject: 'user',
      subjectId: actor.userId,
      facts: { visits: ids.map(String) },
    });
  });
  return { success: true as const, message: 'The note is put away.' };
});
