import { sql } from 'kysely';
import type { Db } from '../../kernel/db/db.ts';

/** Where a warning goes that only the person may read: not an address that an administrator has just chosen for them. */
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
