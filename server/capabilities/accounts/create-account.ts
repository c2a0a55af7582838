import type { InsertObject } from 'kysely';
import type { Work } from '../../kernel/db/db.ts';
import type { DB } from '../../kernel/db/tables.generated.ts';

/** Creates an account. An email that another account has violates the constraint users_email_once. */
export async function createAccount(work: Work, account: InsertObject<DB, 'users'>) {
  return work.db.insertInto('users').values(account).returning(['id', 'email', 'domain_id']).executeTakeFirstOrThrow();
}
