import type { CustodyKind, JsonValue } from '@vialkeep/contract/custody.ts';
import { sql } from 'kysely';
import type { Work } from '../../kernel/db/db.ts';

export type Patient = { readonly id: number; readonly domainId: number };

export type NewCustodyEvent = {
  kind: CustodyKind;
  /** The day on which it is stated to have happened, as YYYY-MM-DD. */
  occurredOn?: string | null;
  /** The values before and after. Never the patient's name or address. */
  facts: Record<string, JsonValue>;
};

/**
 * Serializes the writers of one patient's chain until the transaction ends. Call it first in a unit of work: rows read
 * before the lock may be outdated.
 */
export async function lockCustody(work: Work, patient: Patient): Promise<void> {
  // `custody_lock` runs as the table owner; selecting through users applies row security, so that a site locks only its
  // own patients.
  await work.db
    .selectFrom('users')
    .select(sql<number>`custody_lock(id, domain_id)`.as('position'))
    .where('id', '=', patient.id)
    .where('domain_id', '=', patient.domainId)
    .executeTakeFirstOrThrow();
}

/** Appends the next event of a patient's chain and returns its position. */
export async function appendCustody(work: Work, patient: Patient, event: NewCustodyEvent): Promise<number> {
  const { position } = await work.db
    .insertInto('custody_events')
    .values({
      patient_id: patient.id,
      domain_id: patient.domainId,
      actor_id: work.cause.actorId,
      user_id: work.cause.userId,
      kind: event.kind,
      occurred_on: event.occurredOn ?? null,
      facts: JSON.stringify(event.facts),
      request_id: work.cause.requestId,
    })
    .returning('position')
    .executeTakeFirstOrThrow();
  return position;
}
