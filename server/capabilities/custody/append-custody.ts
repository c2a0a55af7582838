import type { CustodyKind, JsonValue } from '@vialkeep/contract/custody.ts';
import { sql } from 'kysely';
import type { Work } from '../../kernel/db/db.ts';

export type Patient = { readonly id: number; readonly domainId: number };

export type NewCustodyEvent = {
  kind: CustodyKind;
  /** The day it is said to have happened, as YYYY-MM-DD. */
  occurredOn?: string | null;
  /** From which value to which. Never the patient's name or address. */
  facts: Record<string, JsonValue>;
};

/**
 * Puts the writers of one patient in line until the transaction ends. Comes first in a unit of work: whoever has read
 * before waiting has read what is no longer true.
 */
export async function lockCustody(work: Work, patient: Patient): Promise<void> {
  // The function runs as the tables' owner; asking through users keeps a site from holding up another's patients.
  await work.db
    .selectFrom('users')
    .select(sql<number>`custody_lock(id, domain_id)`.as('position'))
    .where('id', '=', patient.id)
    .where('domain_id', '=', patient.domainId)
    .executeTakeFirstOrThrow();
}

/** Writes the next event of a patient's chain, and answers with its position. */
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
