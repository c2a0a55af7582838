import { sql } from 'kysely';
import type { Db, Work } from '../../kernel/db/db.ts';
import { type AccountKey, findKey, type KeyPurpose, useKey } from '../../kernel/secrets/account-keys.ts';

/** Locked before the change and the keys, so that everything about one account happens in turn. */
export async function lockAccount(work: Work, userId: number) {
  return work.db
    .selectFrom('users')
    .select(['id', 'domain_id', 'email', 'email_verified_at', 'password_hash'])
    .where('id', '=', userId)
    .where('removed_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

export type LockedAccount = NonNullable<Awaited<ReturnType<typeof lockAccount>>>;

/** The change that waits for answers of the addresses, if its time is not over. */
export async function findWaitingChange(db: Db, userId: number) {
  return db
    .selectFrom('email_changes')
    .selectAll()
    .where('user_id', '=', userId)
    .where('applied_at', 'is', null)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst();
}

export async function findChange(db: Db, id: number) {
  return db
    .selectFrom('email_changes')
    .selectAll()
    .select([
      sql<boolean>`applied_at is null and ended_at is null and expires_at > now()`.as('waits'),
      sql<boolean>`applied_at is not null and ended_at is null and undo_until > now()`.as('can_be_undone'),
    ])
    .where('id', '=', id)
    .executeTakeFirst();
}

export type EmailChange = NonNullable<Awaited<ReturnType<typeof findChange>>>;

/** Ends every change of this account that waits, whether its time is over or not. */
export async function endWaitingChanges(work: Work, userId: number, why: 'withdrawn' | 'replaced' | 'taken') {
  return work.db
    .updateTable('email_changes')
    .set({ ended_at: sql`now()`, ended_why: why })
    .where('user_id', '=', userId)
    .where('applied_at', 'is', null)
    .where('ended_at', 'is', null)
    .returning('id')
    .execute();
}

/** S-13: a password in a letter to a mailbox that is no longer the account's opens nothing. */
export async function endOneTimePasswords(work: Work, userId: number): Promise<void> {
  await work.db
    .updateTable('one_time_passwords')
    .set({ used_at: sql`now()` })
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .execute();
}

/** Uses the key up with its account locked; null where the key, or what it is about, is over. */
export async function takeKey(
  work: Work,
  purpose: KeyPurpose,
  key: string,
  siteId: number,
): Promise<(AccountKey & { account: LockedAccount }) | null> {
  const known = await findKey(work.db, purpose, key, siteId);
  const account = known && (await lockAccount(work, known.user_id));
  const used = account && (await useKey(work, purpose, key, siteId));
  return used ? { ...used, account } : null;
}
