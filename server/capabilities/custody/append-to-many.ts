import type { CustodyKind, JsonValue } from '@vialkeep/contract/custody.ts';
import { sql } from 'kysely';
import type { Work } from '../../kernel/db/db.ts';
import type { Patient } from './append-custody.ts';

/** A statement must end in time, also for ten thousand patients. */
const AT_ONCE = 2_000;

/** Locks the chains of these patients in ascending order of their ids. */
export async function lockCustodyOfMany(work: Work, patientIds: readonly number[]): Promise<void> {
  const sorted = patientIds.toSorted((one, other) => one - other);
  for (let from = 0; from < sorted.length; from += AT_ONCE) {
    // The subquery is sorted before its rows are locked one by one.
    await sql`select custody_lock(id, domain_id) from (
      select id, domain_id from users where id = any(${sorted.slice(from, from + AT_ONCE)}::integer[]) order by id offset 0
    ) patient`.execute(work.db);
  }
}

export type EventOfPatient = {
  readonly patient: Patient;
  readonly facts: Record<string, JsonValue>;
  /** The day on which it is stated to have happened, as YYYY-MM-DD. */
  readonly occurredOn?: string | null;
};

/** Appends one event of a kind to the chain of each patient. The caller has locked the chains. */
export async function appendCustodyToMany(
  work: Work,
  kind: CustodyKind,
  events: readonly EventOfPatient[],
): Promise<void> {
  for (let from = 0; from < events.length; from += AT_ONCE) {
    await appendSome(work, kind, events.slice(from, from + AT_ONCE));
  }
}

async function appendSome(work: Work, kind: CustodyKind, events: readonly EventOfPatient[]): Promise<void> {
  const { actorId, userId, requestId } = work.cause;
  await sql`
    insert into custody_events (patient_id, domain_id, actor_id, user_id, kind, occurred_on, facts, request_id)
    select event.patient_id, event.domain_id, ${actorId}::integer, ${userId}::integer, ${kind}, event.occurred_on,
      event.facts::jsonb, ${requestId}
    from unnest(${events.map(({ patient }) => patient.id)}::integer[],
      ${events.map(({ patient }) => patient.domainId)}::integer[],
      ${events.map(({ facts }) => JSON.stringify(facts))}::text[],
      ${events.map(({ occurredOn }) => occurredOn ?? null)}::date[])
      with ordinality event (patient_id, domain_id, facts, occurred_on, n)
    order by event.patient_id, event.n`.execute(work.db);
}
