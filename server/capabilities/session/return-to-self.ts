import type { UserId } from '@vialkeep/contract/kernel/ids.ts';
import type { loginAsUser } from '@vialkeep/contract/session.ts';
import { sql } from 'kysely';
import { audit } from '../../kernel/audit.ts';
import type { Work } from '../../kernel/db/db.ts';
import type { PublicCall } from '../../kernel/http/handle.ts';
import { found, refuse } from '../../kernel/http/refuse.ts';
import { newSecret, secretHash } from '../../kernel/secrets.ts';
import { type Actor, causeOf } from '../../kernel/session/actor.ts';
import { userFor } from '../network/index.ts';
import { endSessions, type OpenedSession } from './open-session.ts';

type LoginAsCall = PublicCall<typeof loginAsUser>;

/**
 * From somebody else's account there is one way: back to oneself. The cookie that names a user decides nothing; the
 * session knows who opened it.
 */
export async function returnToSelf(call: LoginAsCall, actor: Actor, selfId: UserId) {
  const { body, request, services, fileCookies } = call;
  if (body.user_id !== selfId) throw refuse('not_permitted');
  const { opened, ...returned } = await services.store.write('platform', causeOf(actor, request), async (work) => {
    const self = found(await userFor(work.db, selfId));
    const parent = await parentOf(work, actor.sessionId);
    await endSessions(work, { id: actor.sessionId }, 'returned');
    await audit(work, {
      domainId: actor.domainId,
      action: 'session.return_to_self',
      subject: 'user',
      subjectId: actor.userId,
    });
    const site = await services.domains.ofId(parent.site_id);
    return {
      opened: site.id === request.site.id ? await continued(work, parent) : null,
      message: 'Welcome back.',
      user: self,
      acting: null,
      domain: { url: site.url },
    };
  });
  fileCookies.forget(actor.sessionId);
  if (opened) fileCookies.keep(opened.files);
  return { success: true as const, token: opened?.token ?? null, ...returned };
}

const hoursLeft = sql<number>`ceil(extract(epoch from parent.expires_at - now()) / 3600)::int`;

async function parentOf(work: Work, sessionId: number) {
  return work.db
    .selectFrom('sessions as acting')
    .innerJoin('sessions as parent', 'parent.id', 'acting.parent_id')
    .select(['parent.id', 'parent.site_id', hoursLeft.as('hours')])
    .where('acting.id', '=', sessionId)
    .executeTakeFirstOrThrow();
}

/**
 * The token this browser held before is kept nowhere, so the person's session goes on under a new one. It is the same
 * session and ends when it would have: going in and out makes no login last longer.
 */
async function continued(work: Work, { id, hours }: { id: number; hours: number }): Promise<OpenedSession> {
  const token = newSecret();
  const secret = newSecret();
  await work.db
    .updateTable('sessions')
    .set({ token_hash: secretHash(token), file_hash: secretHash(secret), last_seen_at: sql`now()` })
    .where('id', '=', id)
    .execute();
  return { token, files: { id, secret, hours } };
}
