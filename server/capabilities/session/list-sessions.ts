import { SessionId } from '@vialkeep/contract/kernel/ids.ts';
import { listSessions } from '@vialkeep/contract/session.ts';
import { sql } from 'kysely';
import { handle } from '../../kernel/http/handle.ts';

const MOST = 100;

export const listSessionsHandler = handle(listSessions, async ({ actor, db, services }) => {
  const rows = await db
    .selectFrom('sessions')
    .innerJoin('domains', 'domains.id', 'sessions.site_id')
    .select(['sessions.id', 'sessions.created_at', 'sessions.last_seen_at', 'sessions.device', 'domains.name as site'])
    .where('sessions.user_id', '=', actor.userId)
    .where('sessions.kind', '=', 'login')
    .where('sessions.ended_at', 'is', null)
    .where('sessions.expires_at', '>', sql<Date>`now()`)
    .where(
      'sessions.last_seen_at',
      '>',
      sql<Date>`now() - make_interval(hours => ${services.settings.sessionIdleHours})`,
    )
    .orderBy('sessions.id', 'desc')
    .limit(MOST)
    .execute();
  return rows.map((row) => ({
    id: SessionId.parse(row.id),
    started_at: row.created_at.toISOString(),
    last_seen_at: row.last_seen_at.toISOString(),
    device: row.device,
    site: row.site,
    current: row.id === actor.sessionId,
  }));
});
