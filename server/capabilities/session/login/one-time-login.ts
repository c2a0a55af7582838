import { sql } from 'kysely';
import type { Db, Work } from '../../../kernel/db/db.ts';
import { secretHash } from '../../../kernel/secrets/secrets.ts';
import { clearHolds } from '../../../kernel/session/holds.ts';
import { setMailedPassword } from '../../accounts/index.ts';

export async function findOneTimePassword(db: Db, userId: number, typed: string): Promise<number | null> {
  const row = await db
    .selectFrom('one_time_passwords')
    .select('id')
    .where('user_id', '=', userId)
    .where('password_hash', '=', secretHash(typed.trim().toUpperCase()))
    .where('used_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst();
  return row?.id ?? null;
}

/**
 * The first use of a one-time password ends the old password, also a temporary one, and all other one-time passwords.
 * It becomes the current password that its owner proves when choosing a new one (S-13). False where it was used or
 * the account was removed meanwhile.
 */
export async function replacePassword(
  work: Work,
  userId: number,
  { oneTimeId, passwordHash }: { readonly oneTimeId: number; readonly passwordHash: string },
): Promise<boolean> {
  const used = await work.db
    .updateTable('one_time_passwords')
    .set({ used_at: sql`now()` })
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .returning('id')
    .execute();
  if (!used.some(({ id }) => id === oneTimeId)) return false;
  if (!(await setMailedPassword(work, userId, passwordHash))) return false;
  await clearHolds(work, userId, 'one-time password');
  return true;
}
