import { UserId } from '@vialkeep/contract/kernel/ids.ts';
import { accessCenter } from '@vialkeep/contract/session.ts';
import { handle } from '../../../kernel/http/handle.ts';
import { orNotFound } from '../../../kernel/http/refuse.ts';
import { openActingSession } from '../login/open-session.ts';
import { sessionUserFor } from '../login/session-user.ts';
import { centersOf } from '../session.queries.ts';
import { presentActing } from './present-acting.ts';

/** A center that has not approved this staff member is answered with 404 (S-07). */
export const accessCenterHandler = handle(
  accessCenter,
  async ({ actor, body, write, request, services, fileCookies, returnCookies }) => {
    const { opened, ...entered } = await write(async (work) => {
      const center = orNotFound(
        await centersOf(work.db, actor.userId).where('center.id', '=', body.user_id).executeTakeFirst(),
      );
      const session = await openActingSession(work, {
        kind: 'staff_access',
        userId: center.id,
        domainId: center.domain_id,
        actorId: actor.userId,
        parentId: actor.sessionId,
        hours: services.settings.sessionIdleHours,
        request,
      });
      return {
        opened: session,
        message: `You are in the account of ${center.company}.`,
        user: orNotFound(await sessionUserFor(work.db, services, UserId.parse(center.id))),
        acting: await presentActing(work.db, session.id),
      };
    });
    fileCookies.keep(opened.files);
    returnCookies.keep(opened.returning);
    return { success: true as const, token: opened.token, ...entered };
  },
);
