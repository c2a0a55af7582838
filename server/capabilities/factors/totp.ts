import { sql } from 'kysely';
import { Secret, TOTP } from 'otpauth';
import type { Work } from '../../kernel/db/db.ts';
import type { DataKey } from '../../kernel/secrets/data-key.ts';
import type { SealedColumns } from '../../kernel/secrets/reseal.ts';

// What every authenticator app understands.
const SHAPE = { algorithm: 'SHA1', digits: 6, period: 30 };
const STEPS_ASIDE = 1;
const SECRET_BYTES = 20;

export function newTotpSecret(): string {
  return new Secret({ size: SECRET_BYTES }).base32;
}

/** The address that an app reads from the picture. */
export function totpUri(secret: string, { issuer, label }: { issuer: string; label: string }): string {
  return new TOTP({ ...SHAPE, issuer, label, secret }).toString();
}

export function sealTotpSecret(dataKey: DataKey, userId: number, secret: string): string {
  return dataKey.seal(secret, contextOf(userId));
}

const contextOf = (userId: number) => `authenticator app of ${userId}`;

export const sealedTotpSecrets: SealedColumns = {
  table: 'totp_secrets',
  where: sql<boolean>`true`,
  contexts: { sealed: ({ user_id }) => contextOf(Number(user_id)) },
  write: (rows) => sql`update totp_secrets kept set sealed = becomes.sealed
    from jsonb_to_recordset(${rows}::jsonb) becomes (place text, sealed text) where kept.ctid = becomes.place::tid`,
};

/** The time step of a code, or null where it is wrong. */
export function stepOf(secret: string, code: string, now = Date.now()): number | null {
  const token = code.replaceAll(/\s/g, '');
  if (!/^\d{6}$/.test(token)) return null;
  const key = Secret.fromBase32(secret);
  const delta = TOTP.validate({ ...SHAPE, token, secret: key, timestamp: now, window: STEPS_ASIDE });
  return delta === null ? null : TOTP.counter({ period: SHAPE.period, timestamp: now }) + delta;
}

/**
 * Uses a code of the person's app up and returns since when the app is set up; null where the code is wrong or was used.
 * The guarded UPDATE accepts each time step once.
 */
export async function spendTotpCode(work: Work, userId: number, code: string): Promise<Date | null> {
  const step = await stepOfPerson(work, userId, code, true);
  if (step === null) return null;
  const spent = await work.db
    .updateTable('totp_secrets')
    .set({ last_step: step, last_used_at: sql`now()` })
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is not', null)
    .where('last_step', '<', step)
    .returning('confirmed_at')
    .executeTakeFirst();
  return spent?.confirmed_at ?? null;
}

/** Confirms the app with a code of it; false where the set-up was begun again in the meantime. */
export async function confirmTotpSecret(work: Work, userId: number, step: number): Promise<boolean> {
  const confirmed = await work.db
    .updateTable('totp_secrets')
    .set({ confirmed_at: sql`now()`, last_step: step })
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is', null)
    .returning('user_id')
    .executeTakeFirst();
  return confirmed !== undefined;
}

/** The time step of a code of the person's app; null where it is wrong or the secret cannot be read. */
export async function stepOfPerson(
  { db, dataKey }: Work,
  userId: number,
  code: string,
  isConfirmed: boolean,
): Promise<number | null> {
  const row = await db
    .selectFrom('totp_secrets')
    .select('sealed')
    .where('user_id', '=', userId)
    .where('confirmed_at', isConfirmed ? 'is not' : 'is', null)
    .forUpdate()
    .executeTakeFirst();
  if (!row) return null;
  const secret = unsealSecret(dataKey, userId, row.sealed);
  return secret === null ? null : stepOf(secret, code);
}

/** A secret that the data key does not open lets no code pass. */
function unsealSecret(dataKey: DataKey, userId: number, sealed: string): string | null {
  try {
    return dataKey.unseal(sealed, contextOf(userId));
  } catch {
    return null;
  }
}

/** Adds an app that is already set up, for the demo network. */
export async function addTotpSecret(
  work: Work,
  account: { readonly id: number; readonly domain_id: number },
  secret: string,
): Promise<void> {
  await work.db
    .insertInto('totp_secrets')
    .values({
      user_id: account.id,
      domain_id: account.domain_id,
      sealed: sealTotpSecret(work.dataKey, account.id, secret),
      confirmed_at: sql`now()`,
    })
    .execute();
}
