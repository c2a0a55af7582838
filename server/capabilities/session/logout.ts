import { logout } from '@vialkeep/contract/session.ts';
import { audit } from '../../kernel/audit.ts';
import { handle } from '../../kernel/http/handle.ts';
import { endSessions } from './open-session.ts';

export const logoutHandler = handle(logout, async ({ actor, write, fileCookies }) => {
  await write(async (work) => {
    await endSessions(work, { id: actor.sessionId }, 'logout');
    await audit(work, {
      domainId: actor.domainId,
      action: 'session.end',
      subject: 'session',
      subjectId: actor.sessionId,
    });
  });
  fileCookies.forget(actor.sessionId);
  return { success: true as const, message: 'You are logged out.' };
});
