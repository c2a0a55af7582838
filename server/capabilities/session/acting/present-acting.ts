import { UserId } from '@vialkeep/contract/kernel/ids.ts';
import type { Acting } from '@vialkeep/contract/session.ts';
import { sql } from 'kysely';
import type { Db } from '../../../kernel/db/db.ts';

/** The actor, the reason and the expiry of an acting session, as the page frame shows them. */
export async function presentActing(db: Db, sessionId: number): Promise<Acting> {
  const { kind, actor_id, reason, until } = await db
    .selectFrom('sessions')
    .innerJoin('sessions as parent', 'parent.id', 'sessions.parent_id')
    .select(['sessions.kind', 'sessions.actor_id', 'sessions.reason'])
    .select(sql<Date>`least(sessions.expires_at, parent.expires_at)`.as('until'))
    .where('sessions.id', '=', sessionId)
    .executeTakeFirstOrThrow();
  if (kind === 'login') throw new Error('A session of one’s own was taken for one in another’s account.');
  return { kind, by: await presentBy(db, actor_id), until: until.toISOString(), reason };
}

export async function presentBy(db: Db, id: number): Promise<Acting['by']> {
  const by = await db
    .selectFrom('users')
    .select(['id', 'username', 'email', 'template_id'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return { id: UserId.parse(by.id), name: by.username, email: by.email, template_id: by.template_id };
}
