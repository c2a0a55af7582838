import { sql } from 'kysely';
import type { Work } from '../../kernel/db/db.ts';

/**
 * Raises the version of a user and locks the row until the transaction ends. Returns false where the user has changed
 * since the version that the caller read.
 */
export async function bumpVersion(work: Work, id: number, read: number | undefined): Promise<boolean> {
  const claimed = await work.db
    .updateTable('users')
    .set({ version: sql`version + 1` })
    .where('id', '=', id)
    .$if(read !== undefined, (users) => users.where('version', '=', read ?? 0))
    .returning('id')
    .executeTakeFirst();
  return claimed !== undefined;
}
