import { sql } from 'kysely';
import type { Db, Work } from '../../kernel/db/db.ts';

type Endings = { readonly endsPassword?: boolean };

/**
 * Sets an email that its owner has confirmed, with the next version, and ends the password where it was chosen through
 * another mailbox. An email that another account has violates the constraint users_email_once.
 */
export async function setConfirmedEmail(
  work: Work,
  id: number,
  email: string,
  { endsPassword = false }: Endings = {},
): Promise<void> {
  await work.db
    .updateTable('users')
    .set({
      email,
      email_verified_at: sql`now()`,
      version: sql`version + 1`,
      ...(endsPassword ? { password_hash: null, password_set_by: null, password_until: null } : {}),
    })
    .where('id', '=', id)
    .execute();
}

/** Sets an email that its owner has yet to confirm; the caller has raised the version. */
export async function setUnconfirmedEmail(work: Work, id: number, email: string): Promise<void> {
  await work.db.updateTable('users').set({ email, email_verified_at: null }).where('id', '=', id).execute();
}

export async function recordEmailConfirmed(work: Work, id: number): Promise<void> {
  await work.db.updateTable('users').set({ email_verified_at: sql`now()` }).where('id', '=', id).execute();
}

/**
 * Whether a new account, or this account, cannot have the email. Looks across all sites; an unconfirmed sign-up that
 * nothing depends on does not count (U-23).
 */
export async function emailIsTaken(db: Db, email: string, forUserId: number | null = null): Promise<boolean> {
  const { rows } = await sql<{ taken: boolean }>`
    select email_is_taken(${email}, ${forUserId}::integer) as taken`.execute(db);
  return rows[0]?.taken ?? true;
}

/** Whether an account has this email, confirmed or not, within the connection's scope. */
export async function hasAccount(db: Db, email: string): Promise<boolean> {
  const account = await db
    .selectFrom('users')
    .select('id')
    .where(sql<boolean>`lower(email) = lower(${email})`)
    .where('removed_at', 'is', null)
    .executeTakeFirst();
  return account !== undefined;
}
