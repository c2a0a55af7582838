import { sql } from 'kysely';
import type { Work } from '../../kernel/db/db.ts';

/**
 * Says that a user is about to change, and locks them until the work is done. False where somebody else has changed them
 * since the version that was read.
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
