import { INSPECTION_IDLE_MINUTES } from '@vialkeep/contract/inspections.ts';
import { sql } from 'kysely';
import type { Db, Work } from '../../kernel/db/db.ts';
import { newSecret, secretHash } from '../../kernel/secrets/secrets.ts';

/** How long the entries of an inspector are kept after their end. */
const KEPT_DAYS = 30;

type Inspection = { readonly id: number; readonly domain_id: number };

/** Opens an entry of the inspector, and returns its number and token. */
export async function createEntry(work: Work, { id, domain_id }: Inspection) {
  const token = newSecret();
  const entry = await work.db
    .insertInto('inspection_sessions')
    .values({ domain_id, inspection_id: id, token_hash: secretHash(token) })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id: entry.id, token };
}

/** Ends every entry of an inspection, and returns how many there were. */
export async function endEntriesOf(work: Work, inspectionId: number): Promise<number> {
  const { numUpdatedRows } = await work.db
    .updateTable('inspection_sessions')
    .set({ ended_at: sql`now()` })
    .where('inspection_id', '=', inspectionId)
    .where('ended_at', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}

/** Ends entries that idled out, and deletes old codes and entries; openings and the audit log name them by number. */
export async function deleteOldEntries(db: Db): Promise<number> {
  await db
    .updateTable('inspection_sessions')
    .set({ ended_at: sql`last_seen_at + make_interval(mins => ${INSPECTION_IDLE_MINUTES})` })
    .where('ended_at', 'is', null)
    .where('last_seen_at', '<', sql<Date>`now() - make_interval(mins => ${INSPECTION_IDLE_MINUTES})`)
    .execute();
  const entries = await db
    .deleteFrom('inspection_sessions')
    .where('ended_at', '<', sql<Date>`now() - make_interval(days => ${KEPT_DAYS})`)
    .executeTakeFirstOrThrow();
  const codes = await db
    .deleteFrom('inspection_codes')
    .where('expires_at', '<', sql<Date>`now() - interval '1 day'`)
    .executeTakeFirstOrThrow();
  return Number(entries.numDeletedRows + codes.numDeletedRows);
}
