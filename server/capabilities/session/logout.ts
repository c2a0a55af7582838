import { logout } from '@vialkeep/contract/session.ts';
import { audit } from '../../kernel/audit.ts';
import { handle } from '../../kernel/http/handle.ts';
import { endSessions } from './open-session.ts';

export const logoutHandler = handle(logout, async ({ actor, write }) =>
  write(async (work) => {
    await endSessions(work, { id: actor.sessionId }, 'logout');
    await audit(work, {
      domainId: actor.domainId,
      action: 'session.end',
      subject: 'session',
      subjectId: actor.sessionId,
    });
    return { success: true, message: 'You are logged out.' };
  }),
);
