import { SessionId } from '@vialkeep/contract/kernel/ids.ts';
import { listSessions } from '@vialkeep/contract/session.ts';
import { sql } from 'kysely';
import { fixedLimit } from '../../../kernel/db/fixed-limit.ts';
import { handle } from '../../../kernel/http/handle.ts';
import { presentVisitor } from '../acting/visits.ts';

const MOST = 100;

export const listSessionsHandler = handle(listSessions, async ({ actor, services }) => {
  // The administrator in the account may belong to a site that this account cannot see.
  const rows = await services.store
    .read('platform')
    .selectFrom('sessions')
    .innerJoin('domains', 'domains.id', 'sessions.site_id')
    .innerJoin('users as actor', 'actor.id', 'sessions.actor_id')
    .select(['sessions.id', 'sessions.created_at', 'sessions.last_seen_at', 'sessions.device', 'domains.name as site'])
    .select(['sessions.kind', 'sessions.reason', 'sessions.address', 'sessions.expires_at'])
    .select(['sessions.proved_by', 'sessions.level'])
    .select(['actor.username', 'actor.plan_id'])
    .where('sessions.user_id', '=', actor.userId)
    .where('sessions.ended_at', 'is', null)
    .where('sessions.expires_at', '>', sql<Date>`now()`)
    .where(
      'sessions.last_seen_at',
      '>',
      sql<Date>`now() - make_interval(hours => ${services.settings.sessionIdleHours})`,
    )
    .where(sql<boolean>`case when sessions.kind = 'login' then true else acting_still_allowed(sessions) end`)
    .orderBy('sessions.id', 'desc')
    .limit(fixedLimit(MOST))
    .execute();
  return rows.map((row) => ({
    id: SessionId.parse(row.id),
    started_at: row.created_at.toISOString(),
    last_seen_at: row.last_seen_at.toISOString(),
    device: row.device,
    site: row.site,
    current: row.id === actor.sessionId,
    kind: row.kind,
    by: row.kind === 'login' ? null : presentVisitor(row),
    reason: row.reason,
    until: row.expires_at.toISOString(),
    address: row.address,
    proved_by: row.proved_by,
    level: row.level === 2 ? 2 : 1,
  }));
});
