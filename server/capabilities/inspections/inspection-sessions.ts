import { INSPECTION_IDLE_MINUTES } from '@vialkeep/contract/inspections.ts';
import { sql } from 'kysely';
import type { Db, Work } from '../../kernel/db/db.ts';
import { newSecret, secretHash } from '../../kernel/secrets/secrets.ts';

/** How long the sessions of an inspector are kept after their end. */
const KEPT_DAYS = 30;

type Inspection = { readonly id: number; readonly domain_id: number };

/** Opens a session of the inspector, and returns its number and token. */
export async function createInspectionSession(work: Work, { id, domain_id }: Inspection) {
  const token = newSecret();
  const session = await work.db
    .insertInto('inspection_sessions')
    .values({ domain_id, inspection_id: id, token_hash: secretHash(token) })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id: session.id, token };
}

/** Ends every session of an inspection, and returns how many there were. */
export async function endInspectionSessions(work: Work, inspectionId: number): Promise<number> {
  const { numUpdatedRows } = await work.db
    .updateTable('inspection_sessions')
    .set({ ended_at: sql`now()` })
    .where('inspection_id', '=', inspectionId)
    .where('ended_at', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}

/** Ends sessions that idled out, and deletes old codes and sessions; openings and the audit log name them by number. */
export async function deleteOldInspectionSessions(db: Db): Promise<number> {
  await db
    .updateTable('inspection_sessions')
    .set({ ended_at: sql`last_seen_at + make_interval(mins => ${INSPECTION_IDLE_MINUTES})` })
    .where('ended_at', 'is', null)
    .where('last_seen_at', '<', sql<Date>`now() - make_interval(mins => ${INSPECTION_IDLE_MINUTES})`)
    .execute();
  const sessions = await db
    .deleteFrom('inspection_sessions')
    .where('ended_at', '<', sql<Date>`now() - make_interval(days => ${KEPT_DAYS})`)
    .executeTakeFirstOrThrow();
  const codes = await db
    .deleteFrom('inspection_codes')
    .where('expires_at', '<', sql<Date>`now() - interval '1 day'`)
    .executeTakeFirstOrThrow();
  return Number(sessions.numDeletedRows + codes.numDeletedRows);
}
