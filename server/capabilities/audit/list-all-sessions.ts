import { listAllSessions, MOST_COUNTED } from '@vialkeep/contract/audit.ts';
import { SessionId } from '@vialkeep/contract/kernel/ids.ts';
import { sql } from 'kysely';
import type { Db } from '../../kernel/db/db.ts';
import { handle } from '../../kernel/http/handle.ts';
import { orNotFound } from '../../kernel/http/refuse.ts';
import { peopleById } from './audit.present.ts';

export const listAllSessionsHandler = handle(listAllSessions, async ({ actor, db, query, services }) => {
  const open = openSessions(db, services.settings.sessionIdleHours)
    .$if(actor.scope !== 'platform', (all) => all.where('sessions.domain_id', '=', actor.domainId))
    .$if(query.user_id !== undefined, (all) => all.where('sessions.user_id', '=', query.user_id ?? 0));
  const [rows, { count }] = await Promise.all([
    open
      .innerJoin('domains', 'domains.id', 'sessions.site_id')
      .select(['sessions.id', 'sessions.kind', 'sessions.user_id', 'sessions.actor_id', 'sessions.reason'])
      .select(['sessions.device', 'sessions.address', 'sessions.proved_by', 'sessions.level', 'domains.name as site'])
      .select(['sessions.created_at', 'sessions.last_seen_at', 'sessions.expires_at'])
      .orderBy('sessions.id', 'desc')
      .limit(query.limit)
      .offset(query.offset)
      .execute(),
    db
      .selectFrom(
        open
          .select('sessions.id')
          .limit(MOST_COUNTED + 1)
          .as('counted'),
      )
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow(),
  ]);
  // An administrator in the account may belong to a site that this connection cannot see.
  const people = await peopleById(
    services.store.read('platform'),
    rows.flatMap(({ user_id, actor_id }) => [user_id, actor_id]),
  );
  return {
    results: rows.map((row) => ({
      id: SessionId.parse(row.id),
      user: orNotFound(people.get(row.user_id)),
      by: row.kind === 'login' ? null : (people.get(row.actor_id) ?? null),
      reason: row.reason,
      site: row.site,
      device: row.device,
      address: row.address,
      proved_by: row.proved_by,
      level: row.level ?? 1,
      started_at: row.created_at.toISOString(),
      last_seen_at: row.last_seen_at.toISOString(),
      until: row.expires_at.toISOString(),
    })),
    count: Math.min(count, MOST_COUNTED),
    count_is_exact: count <= MOST_COUNTED,
  };
});

function openSessions(db: Db, idleHours: number) {
  return db
    .selectFrom('sessions')
    .where('sessions.ended_at', 'is', null)
    .where('sessions.expires_at', '>', sql<Date>`now()`)
    .where('sessions.last_seen_at', '>', sql<Date>`now() - make_interval(hours => ${idleHours})`);
}
