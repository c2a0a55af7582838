import { UserId } from '@vialkeep/contract/kernel/ids.ts';
import { Plan } from '@vialkeep/contract/plans.ts';
import { accessCenter } from '@vialkeep/contract/session.ts';
import { handle } from '../../../kernel/http/handle.ts';
import { orNotFound, refuse } from '../../../kernel/http/refuse.ts';
import { sessionOf } from '../../../kernel/session/actor.ts';
import { readSitePolicy } from '../../../kernel/session/site-policy.ts';
import { openActingSession } from '../login/open-session.ts';
import { sessionUserFor } from '../login/session-user.ts';
import { centersOf } from '../session.queries.ts';
import { presentActing } from './present-acting.ts';

/**
 * A center that has not approved this staff member is answered with 404 (S-07). Where the center's site asks centers
 * for a second factor, its staff enter only with one.
 */
export const accessCenterHandler = handle(
  accessCenter,
  async ({ actor, body, write, request, services, fileCookies, returnCookies }) => {
    const { opened, ...entered } = await write(async (work) => {
      const center = orNotFound(
        await centersOf(work.db, actor.userId).where('center.id', '=', body.user_id).executeTakeFirst(),
      );
      const policy = await readSitePolicy(work.db, services.settings, center.domain_id);
      if (policy.second_factor_plans.includes(Plan.harvestCenter) && actor.identity.level < 2) {
        throw refuse('second_factor_setup_required');
      }
      const session = await openActingSession(work, {
        kind: 'staff_access',
        userId: center.id,
        domainId: center.domain_id,
        actorId: actor.userId,
        parentId: sessionOf(actor),
        hours: services.settings.sessionIdleHours,
        level: actor.identity.level,
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
