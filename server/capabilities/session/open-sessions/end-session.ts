import { endSession } from '@vialkeep/contract/session.ts';
import { audit } from '../../../kernel/audit/audit.ts';
import { handle } from '../../../kernel/http/handle.ts';
import { refuse } from '../../../kernel/http/refuse.ts';
import { endSessions } from '../login/open-session.ts';

/** Any session of the account, the current one too, which is then like logging out. Another's does not exist. */
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
