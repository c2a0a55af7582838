import { sql } from 'kysely';
import type { Db } from '../../kernel/db/db.ts';
import { newSecret, secretHash } from '../../kernel/secrets/secrets.ts';

/** How long a proof that has begun can be finished, and how often it can be tried. */
export const CHALLENGE_MINUTES = 5;
const MOST_TRIES = 5;

export type ChallengePurpose = 'second_factor' | 'passkey_login' | 'add_passkey' | 'step_up';

type NewChallenge = {
  readonly purpose: ChallengePurpose;
  /** The site of the page; on other sites the key is invalid. */
  readonly siteId: number;
  /** The account that proves, with its site; null before a login with a passkey alone. */
  readonly person: { readonly id: number; readonly domain_id: number } | null;
  /** The session that proves; in other sessions the key is invalid. */
  readonly sessionId?: number;
  /** What a passkey signs. */
  readonly challenge?: string | null;
  /** The first step of a login. */
  readonly first?: FirstStep;
};

export type FirstStep =
  | { readonly provedBy: 'password' }
  | {
      readonly provedBy: 'one-time password';
      readonly oneTimeId: number;
      /** The one-time password as the account stores it once the login is complete. */
      readonly passwordHash: string;
    };

/** Stores a proof that has begun, and returns the key by which its holder finishes it. */
export async function issueChallenge(db: Db, begun: NewChallenge): Promise<string> {
  const key = newSecret();
  const { first } = begun;
  await db
    .insertInto('login_challenges')
    .values({
      hash: secretHash(key),
      domain_id: begun.person?.domain_id ?? begun.siteId,
      site_id: begun.siteId,
      purpose: begun.purpose,
      user_id: begun.person?.id ?? null,
      session_id: begun.sessionId ?? null,
      challenge: begun.challenge ?? null,
      proved_by: first?.provedBy ?? null,
      one_time_id: first?.provedBy === 'one-time password' ? first.oneTimeId : null,
      password_hash: first?.provedBy === 'one-time password' ? first.passwordHash : null,
      expires_at: sql`now() + make_interval(mins => ${CHALLENGE_MINUTES})`,
    })
    .execute();
  return key;
}

export type PresentedKey = {
  readonly purpose: ChallengePurpose;
  readonly key: string;
  readonly siteId: number;
  readonly sessionId: number | null;
};

const isOpen = sql<boolean>`used_at is null and tries < ${sql.lit(MOST_TRIES)} and expires_at > now()`;

/** The account of a proof that has begun, without a try. */
export async function findChallenge(db: Db, { purpose, key, siteId, sessionId }: PresentedKey) {
  const row = await db
    .selectFrom('login_challenges')
    .select(['user_id', 'domain_id'])
    .where('hash', '=', secretHash(key))
    .where('purpose', '=', purpose)
    .where('site_id', '=', siteId)
    .where(sql<boolean>`session_id is not distinct from ${sessionId}`)
    .where(isOpen)
    .executeTakeFirst();
  return row ?? null;
}

/**
 * Counts a try, so the caller must commit also after a wrong one; null where the key is used, expired or not of this
 * page. The row stays locked until the transaction ends: of simultaneous tries, the next one sees this one's result.
 */
export async function tryChallenge(db: Db, { purpose, key, siteId, sessionId }: PresentedKey) {
  const row = await db
    .updateTable('login_challenges')
    .set({ tries: sql`tries + 1` })
    .where('hash', '=', secretHash(key))
    .where('purpose', '=', purpose)
    .where('site_id', '=', siteId)
    .where(sql<boolean>`session_id is not distinct from ${sessionId}`)
    .where(isOpen)
    .returning(['hash', 'user_id', 'domain_id', 'challenge', 'proved_by', 'one_time_id', 'password_hash'])
    .executeTakeFirst();
  return row ?? null;
}

/** Uses a proof up. */
export async function useChallenge(db: Db, { hash }: { readonly hash: Buffer }): Promise<void> {
  const used = await db
    .updateTable('login_challenges')
    .set({ used_at: sql`now()` })
    .where('hash', '=', hash)
    .where('used_at', 'is', null)
    .returning('hash')
    .executeTakeFirst();
  if (!used) throw new Error('A proof of identity was used twice.');
}

/** Deletes challenges that have expired long ago. */
export async function deleteExpiredChallenges(db: Db): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('login_challenges')
    .where('expires_at', '<', sql<Date>`now() - interval '1 day'`)
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}
