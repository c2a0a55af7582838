import type { PrivacyKind, PrivacyState } from '@vialkeep/contract/privacy.ts';
import { ErasureObstacle } from '@vialkeep/contract/privacy.ts';
import { sql } from 'kysely';
import type { Db, Work } from '../../kernel/db/db.ts';
import type { Actor } from '../../kernel/session/actor.ts';

/** The states in which a request waits for an answer. */
export const openStates = ['received', 'in_review'] as const satisfies readonly PrivacyState[];

/** An open request within this many days of its due date waits for administrators. */
export const DUE_SOON_DAYS = 7;

const REQUEST_COLUMNS = [
  'privacy_requests.id',
  'privacy_requests.domain_id',
  'privacy_requests.user_id',
  'privacy_requests.kind',
  'privacy_requests.text',
  'privacy_requests.state',
  'privacy_requests.received_at',
  'privacy_requests.due_on',
  'privacy_requests.answer',
  'privacy_requests.ended_at',
  'privacy_requests.file',
  'privacy_requests.file_bytes',
  'privacy_requests.file_until',
] as const;

export function ownRequests(db: Db, userId: number) {
  return db
    .selectFrom('privacy_requests')
    .select(REQUEST_COLUMNS)
    .where('user_id', '=', userId)
    .orderBy('privacy_requests.id', 'desc');
}

/** The requests on an administrator's sites; the connection's scope enforces the same a second time. */
export function requestsSeenBy(db: Db, { scope }: Actor) {
  return db
    .selectFrom('privacy_requests')
    .innerJoin('users as person', 'person.id', 'privacy_requests.user_id')
    .where((eb) => eb.and(scope === 'platform' ? [] : [eb('privacy_requests.domain_id', '=', scope)]));
}

export function requestsToList(db: Db, actor: Actor) {
  return requestsSeenBy(db, actor)
    .innerJoin('domains', 'domains.id', 'privacy_requests.domain_id')
    .leftJoin('users as answerer', 'answerer.id', 'privacy_requests.answered_by')
    .leftJoin('legal_holds as hold', (join) =>
      join.onRef('hold.user_id', '=', 'privacy_requests.user_id').on('hold.ended_at', 'is', null),
    )
    .select(REQUEST_COLUMNS)
    .select([
      'domains.name as site',
      'person.username',
      'person.email',
      'person.plan_id',
      'person.erased_at',
      'answerer.username as answered_by',
      'hold.id as hold_id',
      'hold.reason as hold_reason',
      'hold.created_at as held_since',
      sql<boolean>`privacy_requests.due_on < (now() at time zone 'utc')::date`.as('is_past_due'),
    ]);
}

/** Open requests that are overdue or due soon. */
export function requestsDueSoon(db: Db, actor: Actor) {
  return requestsSeenBy(db, actor).where(isDueSoon());
}

export function isDueSoon() {
  return sql<boolean>`privacy_requests.state in ('received', 'in_review')
    and privacy_requests.due_on <= (now() at time zone 'utc')::date + ${DUE_SOON_DAYS}::integer`;
}

/** The row lock makes decisions about the same request wait for each other. */
export async function lockRequest(work: Work, actor: Actor, id: number) {
  return requestsSeenBy(work.db, actor)
    .select(['privacy_requests.id', 'privacy_requests.domain_id', 'privacy_requests.user_id'])
    .select(['privacy_requests.kind', 'privacy_requests.state', 'person.email', 'person.plan_id'])
    .where('privacy_requests.id', '=', id)
    .forUpdate('privacy_requests')
    .executeTakeFirst();
}

export function isOpen(state: string): boolean {
  return openStates.some((open) => open === state);
}

type End = { readonly state: PrivacyState; readonly answer: string; readonly answeredBy: number | null };

/** Ends an open request; false where it was answered or withdrawn meanwhile. */
export async function endRequest(work: Work, id: number, { state, answer, answeredBy }: End): Promise<boolean> {
  const ended = await work.db
    .updateTable('privacy_requests')
    .set({ state, answer, answered_by: answeredBy, ended_at: sql`now()` })
    .where('id', '=', id)
    .where('state', 'in', openStates)
    .returning('id')
    .executeTakeFirst();
  return ended !== undefined;
}

export async function insertRequest(work: Work, { domainId, userId }: Actor, kind: PrivacyKind, text: string) {
  return work.db
    .insertInto('privacy_requests')
    .values({ domain_id: domainId, user_id: userId, kind, text })
    .returning(REQUEST_COLUMNS)
    .executeTakeFirstOrThrow();
}

/** The reasons against erasing this person now, in the order in which they are answered. */
export async function listObstacles(db: Db, personId: number): Promise<ErasureObstacle[]> {
  const { rows } = await sql<{ obstacles: string[] | null }>`
    select erasure_obstacles(${personId}::integer) as obstacles`.execute(db);
  return ErasureObstacle.array().parse(rows[0]?.obstacles ?? []);
}
