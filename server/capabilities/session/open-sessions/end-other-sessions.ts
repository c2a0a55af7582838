import { endOtherSessions } from '@vialkeep/contract/session.ts';
import { audit } from '../../../kernel/audit/audit.ts';
import { handle } from '../../../kernel/http/handle.ts';
import { sessionOf } from '../../../kernel/session/actor.ts';
import { endSessions } from '../login/open-session.ts';

export const endOtherSessionsHandler = handle(endOtherSessions, async ({ actor, write }) =>
  write(async (work) => {
    const ended = await endSessions(work, { userId: actor.userId, except: sessionOf(actor) }, 'ended from elsewhere');
    await audit(work, {
      domainId: actor.domainId,
      action: 'session.end_others',
      subject: 'user',
      subjectId: actor.userId,
      facts: { ended },
    });
    return { success: true, message: 'You are signed out everywhere else.', ended };
  }),
);
