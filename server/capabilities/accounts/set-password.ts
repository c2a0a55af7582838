import { sql, type UpdateObject } from 'kysely';
import type { Work } from '../../kernel/db/db.ts';
import type { DB } from '../../kernel/db/tables.generated.ts';

export type PasswordColumns = Required<
  Pick<UpdateObject<DB, 'users'>, 'password_hash' | 'must_change_password' | 'password_set_by' | 'password_until'>
>;

/** The columns of a password that the account's owner chose. */
export function chosenPassword(password_hash: string) {
  return { password_hash, must_change_password: false, password_set_by: null, password_until: null };
}

/** False where the account was removed meanwhile. */
export async function setPassword(work: Work, id: number, password: PasswordColumns): Promise<boolean> {
  const { numUpdatedRows } = await work.db
    .updateTable('users')
    .set(password)
    .where('id', '=', id)
    .where('removed_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/**
 * Sets the password of an invited user, whose key proves the email. Undefined where the account is not active, or has a
 * second factor, which the key does not prove.
 */
export async function setInvitedPassword(work: Work, id: number, passwordHash: string) {
  return work.db
    .updateTable('users')
    .set({ ...chosenPassword(passwordHash), email_verified_at: sql`now()`, last_login: sql`now()` })
    .where('id', '=', id)
    .where('is_active', '=', true)
    .where('second_factor_at', 'is', null)
    .where('removed_at', 'is', null)
    .returning(['first_name', 'last_name', 'email', 'company'])
    .executeTakeFirst();
}

/** Makes a one-time password the current one, until its owner chooses another (S-13). False where the account is removed. */
export async function setMailedPassword(work: Work, id: number, passwordHash: string): Promise<boolean> {
  const { numUpdatedRows } = await work.db
    .updateTable('users')
    .set({
      ...chosenPassword(passwordHash),
      must_change_password: true,
      // It was sent to the account's address, so its use verifies that address.
      email_verified_at: sql`coalesce(email_verified_at, now())`,
    })
    .where('id', '=', id)
    .where('removed_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Ends the password; only a one-time password opens the account then. Undefined where the account is removed. */
export async function endPassword(work: Work, id: number) {
  return work.db
    .updateTable('users')
    .set({ password_hash: null, must_change_password: false, password_set_by: null, password_until: null })
    .where('id', '=', id)
    .where('removed_at', 'is', null)
    .returning(['id', 'email', 'domain_id', 'plan_id', 'username', 'is_active'])
    .executeTakeFirst();
}
