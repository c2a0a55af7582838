import { UserId, VisitId } from '@vialkeep/contract/kernel/ids.ts';
import { type Plan, planNames } from '@vialkeep/contract/plans.ts';
import type { Visit } from '@vialkeep/contract/session.ts';
import { sql } from 'kysely';
import type { Db, Work } from '../../../kernel/db/db.ts';
import { fixedLimit } from '../../../kernel/db/fixed-limit.ts';
import { type Placeholders, statement } from '../../../kernel/db/statement.ts';
import type { Domain } from '../../../kernel/domains.ts';
import { postVisitLetter } from './visit-email.ts';

/** The longest time in hours that an administrator works in another account. */
export const VISIT_HOURS = 1;

const MOST_SHOWN = 20;

type NewVisit = {
  kind: 'login_as' | 'viewing';
  userId: number;
  actorId: number;
  /** The session of the visit; the visit ends with it. */
  sessionId: number;
  reason: string | null;
  /** The site of the visited account. */
  home: Domain;
};

/** Records that an administrator opened the account, emails its owner, and returns when the visit ends. */
export async function beginVisit(work: Work, visit: NewVisit): Promise<Date> {
  const { kind, userId, actorId, sessionId, reason, home } = visit;
  const isTold = await wasToldThisHour(work, actorId, userId);
  const { ends_at } = await work.db
    .insertInto('account_visits')
    .values({
      domain_id: home.id,
      user_id: userId,
      actor_id: actorId,
      kind,
      session_id: sessionId,
      reason,
      ends_at: sql`now() + make_interval(hours => ${VISIT_HOURS})`,
      told_at: isTold ? null : sql`now()`,
    })
    .returning('ends_at')
    .executeTakeFirstOrThrow();
  if (!isTold) await postVisitLetter(work, visit);
  return ends_at;
}

/** Limits the emails to one an hour for the same two users, also where two tabs open at the same moment. */
async function wasToldThisHour({ db }: Work, actorId: number, userId: number): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(${actorId}, ${userId})`.execute(db);
  const told = await db
    .selectFrom('account_visits')
    .select('id')
    .where('actor_id', '=', actorId)
    .where('user_id', '=', userId)
    .where('told_at', '>', sql<Date>`now() - interval '1 hour'`)
    .executeTakeFirst();
  return told !== undefined;
}

/** Ends the viewing of the administrator's own session and returns the viewed account (S-05). */
export async function endViewing({ db }: Work, sessionId: number): Promise<number | null> {
  const ended = await db
    .updateTable('account_visits')
    .set({ ends_at: sql`now()` })
    .where('session_id', '=', sessionId)
    .where('kind', '=', 'viewing')
    .where('ends_at', '>', sql<Date>`now()`)
    .returning('user_id')
    .execute();
  return ended[0]?.user_id ?? null;
}

/** The account that this administrator's own session is viewing. */
export async function viewingBy(db: Db, sessionId: number) {
  const row = await db
    .selectFrom('account_visits')
    .select(['user_id', 'ends_at', 'reason'])
    .where('session_id', '=', sessionId)
    .where('kind', '=', 'viewing')
    .where('ends_at', '>', sql<Date>`now()`)
    .orderBy('id', 'desc')
    .executeTakeFirst();
  return row ? { user_id: UserId.parse(row.user_id), until: row.ends_at.toISOString(), reason: row.reason } : null;
}

const unreadVisitsOf = statement((db, { userId }: Placeholders<{ userId: number }>) =>
  db
    .selectFrom('account_visits')
    .innerJoin('users as actor', 'actor.id', 'account_visits.actor_id')
    .select(['account_visits.id', 'actor.username', 'actor.plan_id', 'account_visits.reason'])
    .select(['account_visits.kind', 'account_visits.started_at', 'account_visits.ends_at'])
    .select(sql<boolean>`account_visits.ends_at > now()`.as('goes_on'))
    .where('account_visits.user_id', '=', userId)
    .where('account_visits.noted_at', 'is', null)
    .orderBy('account_visits.id', 'desc')
    .limit(fixedLimit(MOST_SHOWN)),
);

/**
 * The visits that this user has not dismissed yet. Reads the platform scope, because the administrator may belong to a
 * site that the user's cannot see.
 */
export async function unreadVisits(platform: Db, userId: number): Promise<Visit[]> {
  const rows = await unreadVisitsOf(platform, { userId });
  return rows.map((row) => ({
    id: VisitId.parse(row.id),
    kind: row.kind === 'viewing' ? 'viewing' : 'login_as',
    by: presentVisitor(row),
    from: row.started_at.toISOString(),
    to: row.goes_on ? null : row.ends_at.toISOString(),
    reason: row.reason,
  }));
}

export function presentVisitor({ username, plan_id }: { username: string; plan_id: Plan }): Visit['by'] {
  return { name: username, plan: planNames[plan_id] };
}
