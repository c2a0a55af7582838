import { sql } from 'kysely';
import type { Db } from '../../kernel/db/db.ts';

/** The address for a warning that only the account's owner may read: not one that an administrator has recently set. */
export async function addressToWarn(db: Db, account: { readonly id: number; readonly email: string }): Promise<string> {
  const first = await db
    .selectFrom('email_changes')
    .select('old_email')
    .where('user_id', '=', account.id)
    .where('asked_by', '=', 'administrator')
    .where('undo_until', '>', sql<Date>`now()`)
    .where(sql<boolean>`ended_why is distinct from 'undone'`)
    .orderBy('id')
    .executeTakeFirst();
  return first?.old_email ?? account.email;
}
