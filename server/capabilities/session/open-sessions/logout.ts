import { logout } from '@vialkeep/contract/session.ts';
import { audit } from '../../../kernel/audit/audit.ts';
import { handle } from '../../../kernel/http/handle.ts';
import { auditContextOf, sessionOf } from '../../../kernel/session/actor.ts';
import { endSessions } from '../login/open-session.ts';
import { parentOf } from '../session.queries.ts';

/** A logout while acting also ends the session from which the impersonation started (W-13). */
export const logoutHandler = handle(logout, async ({ actor, request, services, fileCookies, returnCookies }) => {
  // The parent session may belong to another site than the account.
  const scope = actor.acting ? 'platform' : actor.scope;
  const parentId = await services.store.write(scope, auditContextOf(actor, request), async (work) => {
    const parent = actor.acting ? await parentOf(work.db, sessionOf(actor)) : null;
    await endSessions(work, { id: sessionOf(actor) }, 'logout');
    if (parent) await endSessions(work, { id: parent.id }, 'logout while acting');
    await audit(work, {
      domainId: actor.domainId,
      action: 'session.end',
      subject: 'session',
      subjectId: sessionOf(actor),
      ...(parent ? { facts: { parent: parent.id } } : {}),
    });
    return parent?.id ?? null;
  });
  fileCookies.forget(sessionOf(actor));
  if (parentId !== null) {
    fileCookies.forget(parentId);
    returnCookies.forget(sessionOf(actor));
  }
  return { success: true as const, message: 'You are logged out.' };
});
