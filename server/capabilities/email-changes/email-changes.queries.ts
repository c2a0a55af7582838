import { sql } from 'kysely';
import type { Db, Work } from '../../kernel/db/db.ts';
import { type AccountKey, findKey, type KeyPurpose, useKey } from '../../kernel/secrets/account-keys.ts';

/** Locks the account before the change and the keys, so that all work on one account is serialized. */
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

/** Finds the change that waits for its addresses and has not expired. */
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

/** Ends every pending change of this account, expired or not. */
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

/** Uses the key with its account locked; null if the key is used, expired or unknown. */
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
