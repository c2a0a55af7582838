import type { Plan } from '@vialkeep/contract/plans.ts';
import { sql } from 'kysely';
import type { Db, Work } from '../../../kernel/db/db.ts';
import { DEVICE_DAYS } from '../../../kernel/http/device-cookie.ts';
import { administrators } from '../../../kernel/policy/policy.ts';
import { newSecret, secretHash } from '../../../kernel/secrets/secrets.ts';

export type KnownDevice = {
  readonly userId: number;
  readonly hash: Buffer;
  /** Since when and until when the browser is not asked for the second factor. */
  readonly trusted: { readonly since: Date; readonly until: Date } | null;
};

const TRUST_DAYS = 30;

/** A client that logs in without storing its cookie appears as a new browser each time. */
const MOST_OF_ONE_USER = 20;

/** The browser with this secret, if it logged in to this account before. */
export async function findKnownDevice(db: Db, userId: number, secret: string | null): Promise<KnownDevice | null> {
  if (secret === null) return null;
  const hash = secretHash(secret);
  const row = await db
    .selectFrom('known_devices')
    .select(['trusted_until', sql<Date>`trusted_until - make_interval(days => ${TRUST_DAYS})`.as('trusted_since')])
    .where('user_id', '=', userId)
    .where('device_hash', '=', hash)
    .where('last_seen_at', '>', sql<Date>`now() - make_interval(days => ${DEVICE_DAYS})`)
    .executeTakeFirst();
  if (!row) return null;
  const { trusted_until: until, trusted_since: since } = row;
  return { userId, hash, trusted: until === null ? null : { since, until } };
}

type TrustingAccount = { readonly plan_id: Plan; readonly second_factor_at: Date | null };

/**
 * Whether the person proved the second factor in this browser and chose not to be asked again. An administrator's
 * account opens every other, so it is always asked; factors that were removed and set up again are asked once more.
 */
export function isTrustedDevice({ plan_id, second_factor_at }: TrustingAccount, device: KnownDevice | null): boolean {
  if (!device?.trusted || second_factor_at === null || administrators.includes(plan_id)) return false;
  return device.trusted.until > new Date() && device.trusted.since >= second_factor_at;
}

export async function trustDevice({ db }: Work, userId: number, hash: Buffer): Promise<void> {
  await db
    .updateTable('known_devices')
    .set({ trusted_until: sql`now() + make_interval(days => ${TRUST_DAYS})` })
    .where('user_id', '=', userId)
    .where('device_hash', '=', hash)
    .execute();
}

/**
 * Returns the secret for the browser's cookie: the present one, if the server issued it, because several users can
 * share a browser; otherwise a new one.
 */
export async function rememberDevice(
  work: Work,
  account: { readonly id: number; readonly domain_id: number },
  sent: string | null,
): Promise<string> {
  const secret = sent !== null && (await wasGivenHere(work.db, sent)) ? sent : newSecret();
  await work.db
    .insertInto('known_devices')
    .values({ user_id: account.id, domain_id: account.domain_id, device_hash: secretHash(secret) })
    .onConflict((conflict) => conflict.columns(['user_id', 'device_hash']).doUpdateSet({ last_seen_at: sql`now()` }))
    .execute();
  await work.db
    .deleteFrom('known_devices')
    .where('user_id', '=', account.id)
    .where('device_hash', 'in', (eb) =>
      eb
        .selectFrom('known_devices')
        .select('device_hash')
        .where('user_id', '=', account.id)
        .orderBy('last_seen_at', 'desc')
        .orderBy('device_hash')
        .offset(MOST_OF_ONE_USER),
    )
    .execute();
  return secret;
}

/** Deletes browsers that have not logged in for so long that their cookie has expired. */
export async function deleteForgottenDevices(db: Db): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('known_devices')
    .where('last_seen_at', '<', sql<Date>`now() - make_interval(days => ${DEVICE_DAYS})`)
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

async function wasGivenHere(db: Db, secret: string): Promise<boolean> {
  const row = await db
    .selectFrom('known_devices')
    .select('user_id')
    .where('device_hash', '=', secretHash(secret))
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
