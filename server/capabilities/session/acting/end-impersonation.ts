import type { UserId } from '@vialkeep/contract/kernel/ids.ts';
import type { loginAsUser } from '@vialkeep/contract/session.ts';
import { sql } from 'kysely';
import { audit } from '../../../kernel/audit/audit.ts';
import type { Work } from '../../../kernel/db/db.ts';
import type { PublicCall } from '../../../kernel/http/handle.ts';
import { orNotFound, refuse } from '../../../kernel/http/refuse.ts';
import { newSecret, secretHash } from '../../../kernel/secrets/secrets.ts';
import { type Actor, auditContextOf, sessionOf } from '../../../kernel/session/actor.ts';
import { lockSession } from '../../../kernel/session/session-proof.ts';
import { readSitePolicy } from '../../../kernel/session/site-policy.ts';
import { endSessions, type OpenedSession } from '../login/open-session.ts';
import { sessionUserFor } from '../login/session-user.ts';
import { parentOf } from '../session.queries.ts';

/** How long after a proof of identity the actor's own session comes back unlocked. */
const RETURN_UNLOCKED_SECONDS = 600;

type LoginAsCall = PublicCall<typeof loginAsUser>;

/**
 * Returns from an impersonation to the actor's own session. The server ignores the cookie that names a user: the
 * session records the actor. A token can be copied, so without the return cookie, which only the browser has, the
 * acting session ends and its holder logs in again.
 */
export async function endImpersonation(call: LoginAsCall, actor: Actor, selfId: UserId) {
  const { body, request, services, fileCookies, returnCookies } = call;
  if (body.user_id !== selfId) throw refuse('not_while_acting');
  const secret = returnCookies.secretFor(sessionOf(actor));
  const { opened, ...returned } = await services.store.write(
    'platform',
    auditContextOf(actor, request),
    async (work) => {
      const parent = await parentOf(work.db, sessionOf(actor));
      const isTheirBrowser = secret !== null && parent.return_hash?.equals(secretHash(secret)) === true;
      const ended = await endSessions(work, { id: sessionOf(actor) }, isTheirBrowser ? 'returned' : 'no return cookie');
      // Of several simultaneous returns only one ends the session; the others get 401.
      if (ended === 0) throw refuse('not_signed_in');
      await audit(work, {
        domainId: actor.domainId,
        action: 'session.return_to_self',
        subject: 'user',
        subjectId: actor.userId,
        facts: { cookie: isTheirBrowser },
      });
      if (!isTheirBrowser) {
        return {
          opened: null,
          message: 'Please log in again.',
          user: null,
          acting: null,
          domain: { url: request.site.url },
        };
      }
      const self = orNotFound(await sessionUserFor(work.db, services, selfId));
      const site = await services.domains.ofId(parent.site_id);
      const { step_up } = await readSitePolicy(work.db, services.settings, parent.domain_id);
      const isStale = step_up && parent.proved_seconds_ago > RETURN_UNLOCKED_SECONDS;
      if (isStale || actor.identity.isLocked) await lockSession(work, parent.id);
      return {
        opened: site.id === request.site.id ? await rotateSessionSecrets(work, parent) : null,
        message: 'Welcome back.',
        user: self,
        acting: null,
        domain: { url: site.url },
      };
    },
  );
  fileCookies.forget(sessionOf(actor));
  returnCookies.forget(sessionOf(actor));
  if (opened) fileCookies.keep(opened.files);
  return { success: true as const, token: opened?.token ?? null, ...returned };
}

/**
 * The server does not store the browser's former token, so the session continues under a new one. It keeps its expiry:
 * impersonating and returning does not prolong a login.
 */
async function rotateSessionSecrets(work: Work, { id, hours }: { id: number; hours: number }): Promise<OpenedSession> {
  const token = newSecret();
  const secret = newSecret();
  await work.db
    .updateTable('sessions')
    .set({ token_hash: secretHash(token), file_hash: secretHash(secret), last_seen_at: sql`now()` })
    .where('id', '=', id)
    .execute();
  return { id, token, files: { id, secret, hours } };
}
