import { loginAsUser } from '@vialkeep/contract/session.ts';
import { sql } from 'kysely';
import { visitRow } from '../../../kernel/access/reading.ts';
import type { Work } from '../../../kernel/db/db.ts';
import type { PublicCall } from '../../../kernel/http/handle.ts';
import { refuseBy } from '../../../kernel/http/refuse.ts';
import { secretHash } from '../../../kernel/secrets/secrets.ts';
import { actorlessContext } from '../../../kernel/session/actor.ts';
import { openActingSession } from '../login/open-session.ts';
import { sessionUserFor } from '../login/session-user.ts';
import { presentActing } from './present-acting.ts';
import { beginVisit, VISIT_HOURS } from './visits.ts';

/** The attempt itself consumes the code, so that two tabs cannot both redeem it (S-06). */
export async function redeemLoginCode(call: PublicCall<typeof loginAsUser>, code: string) {
  const { body, request, services, fileCookies, returnCookies } = call;
  const home = request.site;
  const { opened, visit, ...entered } = await services.store.write(
    'platform',
    actorlessContext(request),
    async (work) => {
      const used = await work.db
        .updateTable('login_as_codes')
        .from('sessions as parent')
        .set({ used_at: sql`now()` })
        .whereRef('parent.id', '=', 'login_as_codes.session_id')
        .where('login_as_codes.code_hash', '=', secretHash(code))
        .where('login_as_codes.target_id', '=', body.user_id)
        .where('login_as_codes.site_id', '=', home.id)
        .where('login_as_codes.used_at', 'is', null)
        .where('login_as_codes.expires_at', '>', sql<Date>`now()`)
        .where('parent.ended_at', 'is', null)
        .where('parent.locked_at', 'is', null)
        .where('parent.expires_at', '>', sql<Date>`now()`)
        .returning(['login_as_codes.domain_id', 'login_as_codes.reason'])
        .returning(['parent.id as parent_id', 'parent.user_id as actor_id', 'parent.level'])
        .executeTakeFirst();
      const user = used && (await sessionUserFor(work.db, services, body.user_id));
      if (!used || !user) throw refuseBy(loginAsUser, 'code_not_valid');

      const session = await openActingSession(work, {
        kind: 'login_as',
        userId: user.id,
        domainId: used.domain_id,
        actorId: used.actor_id,
        parentId: used.parent_id,
        hours: VISIT_HOURS,
        level: used.level === 2 ? 2 : 1,
        request,
        reason: used.reason,
      });
      if (!(await stillAllowed(work, session.token))) throw refuseBy(loginAsUser, 'code_not_valid');
      await beginVisit(work, {
        kind: 'login_as',
        userId: user.id,
        actorId: used.actor_id,
        sessionId: session.id,
        reason: used.reason,
        home,
      });
      return {
        opened: session,
        visit: {
          domainId: used.domain_id,
          subjectId: user.id,
          actorId: used.actor_id,
          userId: user.id,
          sessionId: session.id,
          reason: used.reason,
        },
        message: `You are logged in as ${user.username}.`,
        user,
        acting: await presentActing(work.db, session.id),
        domain: { url: home.url },
      };
    },
  );
  // Without a record the code is used up, and the account stays closed: its token is not answered.
  await services.accessRecords.record([visitRow(visit)], false);
  fileCookies.keep(opened.files);
  returnCookies.keep(opened.returning);
  return { success: true as const, token: opened.token, ...entered };
}

/** The administrator may have lost the right since the code was created. */
async function stillAllowed(work: Work, token: string): Promise<boolean> {
  const { allowed } = await work.db
    .selectFrom('sessions')
    .select(sql<boolean>`acting_still_allowed(sessions)`.as('allowed'))
    .where('token_hash', '=', secretHash(token))
    .executeTakeFirstOrThrow();
  return allowed;
}
