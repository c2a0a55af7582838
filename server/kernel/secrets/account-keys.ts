import { sql } from 'kysely';
import type { Db, Work } from '../db/db.ts';
import { newSecret, secretHash } from './secrets.ts';

/** The purpose of a key in an email's link. */
export type KeyPurpose = 'invitation' | 'email_confirm' | 'email_approve' | 'email_undo' | 'not_me';

export type AccountKey = {
  readonly user_id: number;
  readonly domain_id: number;
  readonly subject_id: number | null;
};

type NewKey = {
  purpose: KeyPurpose;
  userId: number;
  domainId: number;
  /** The site whose link carries the key; on other sites it is invalid. */
  siteId: number;
  hours: number;
  subjectId?: number;
  /** Older keys of the same purpose stay valid, because each has its own subject. */
  besideOlder?: true;
};

/**
 * Creates a key for one email. Older keys for the same purpose and account become invalid, unless `besideOlder` is set.
 */
export async function issueKey(
  work: Work,
  { purpose, userId, domainId, siteId, hours, subjectId, besideOlder }: NewKey,
) {
  if (!besideOlder) await endKeys(work, purpose, userId);
  const key = newSecret();
  await work.db
    .insertInto('account_keys')
    .values({
      key_hash: secretHash(key),
      domain_id: domainId,
      site_id: siteId,
      user_id: userId,
      purpose,
      subject_id: subjectId ?? null,
      expires_at: sql`now() + make_interval(hours => ${hours})`,
    })
    .execute();
  return key;
}

/** The account of a valid key, without using the key up. */
export async function findKey(db: Db, purpose: KeyPurpose, key: string, siteId: number): Promise<AccountKey | null> {
  const row = await db
    .selectFrom('account_keys')
    .select(['user_id', 'domain_id', 'subject_id'])
    .where('key_hash', '=', secretHash(key))
    .where('purpose', '=', purpose)
    .where('site_id', '=', siteId)
    .where(works)
    .executeTakeFirst();
  return row ?? null;
}

/** Uses a key up. The guarded UPDATE has one winner, however many callers send the same key at once. */
export async function useKey(work: Work, purpose: KeyPurpose, key: string, siteId: number): Promise<AccountKey | null> {
  const row = await work.db
    .updateTable('account_keys')
    .set({ used_at: sql`now()` })
    .where('key_hash', '=', secretHash(key))
    .where('purpose', '=', purpose)
    .where('site_id', '=', siteId)
    .where(works)
    .returning(['user_id', 'domain_id', 'subject_id'])
    .executeTakeFirst();
  return row ?? null;
}

export async function endKeys(work: Work, purpose: KeyPurpose, userId: number): Promise<void> {
  await work.db
    .updateTable('account_keys')
    .set({ ended_at: sql`now()` })
    .where('user_id', '=', userId)
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .where('ended_at', 'is', null)
    .execute();
}

/** Lets the keys for one subject expire this many hours from now. */
export async function renewKeys(
  work: Work,
  { purpose, userId, subjectId, hours }: { purpose: KeyPurpose; userId: number; subjectId: number; hours: number },
): Promise<void> {
  await work.db
    .updateTable('account_keys')
    .set({ expires_at: sql`now() + make_interval(hours => ${hours})` })
    .where('user_id', '=', userId)
    .where('purpose', '=', purpose)
    .where('subject_id', '=', subjectId)
    .execute();
}

const works = sql<boolean>`used_at is null and ended_at is null and expires_at > now()`;
