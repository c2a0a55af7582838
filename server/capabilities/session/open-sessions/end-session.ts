import { endSession } from '@vialkeep/contract/session.ts';
import { audit } from '../../../kernel/audit/audit.ts';
import { handle } from '../../../kernel/http/handle.ts';
import { refuse } from '../../../kernel/http/refuse.ts';
import { endSessions } from '../login/open-session.ts';

/** Ends any session of the account, also the current one, which equals a logout; 404 for another account's. */
export const endSessionHandler = handle(endSession, async ({ actor, params, write, fileCookies }) => {
  await write(async (work) => {
    const ended = await endSessions(work, { id: params.id, userId: actor.userId }, 'ended by its owner');
    if (ended === 0) throw refuse('not_found');
    await audit(work, {
      domainId: actor.domainId,
      action: 'session.end_one',
      subject: 'session',
      subjectId: params.id,
    });
  });
  fileCookies.forget(params.id);
  return { success: true as const, message: 'The session has ended.' };
});
