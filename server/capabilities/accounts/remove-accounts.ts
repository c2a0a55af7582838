import { sql } from 'kysely';
import { anyOf } from '../../kernel/db/any-of.ts';
import type { Work } from '../../kernel/db/db.ts';

/** Makes accounts unreachable and frees their emails, while their data keep their rows (S-25). */
export async function removeAccounts(work: Work, ids: readonly number[]): Promise<void> {
  await work.db
    .updateTable('users')
    .set({ is_active: false, removed_at: sql`now()`, version: sql`version + 1` })
    .where('id', '=', anyOf(ids))
    .where('removed_at', 'is', null)
    .execute();
}
