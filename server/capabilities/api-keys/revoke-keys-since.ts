import { sql } from 'kysely';
import type { Work } from '../../kernel/db/db.ts';
import { isWorking } from './api-keys.queries.ts';

/** Ends the API keys that were made in an account from this moment on; returns how many. */
export async function revokeKeysSince({ db }: Work, ownerId: number, since: Date): Promise<number> {
  const revoked = await db
    .updateTable('api_keys')
    .set({ revoked_at: sql`now()` })
    .where('owner_id', '=', ownerId)
    .where('created_at', '>=', since)
    .where(isWorking)
    .returning('id')
    .execute();
  return revoked.length;
}
