import type { Factor } from '@vialkeep/contract/factors.ts';
import type { Db } from '../../kernel/db/db.ts';

const APP_LABEL = 'Authenticator app';

/** The person's passkeys of all sites, and their authenticator app, oldest first. */
export async function listFactors(db: Db, userId: number): Promise<Factor[]> {
  const [passkeys, app] = await Promise.all([
    db
      .selectFrom('passkeys')
      .select(['id', 'label', 'created_at', 'last_used_at'])
      .where('user_id', '=', userId)
      .orderBy('id')
      .execute(),
    db
      .selectFrom('totp_secrets')
      .select(['confirmed_at', 'last_used_at'])
      .where('user_id', '=', userId)
      .where('confirmed_at', 'is not', null)
      .executeTakeFirst(),
  ]);
  const factors = passkeys.map((row) => presentPasskey(row));
  if (app?.confirmed_at) factors.push(presentApp(app.confirmed_at, app.last_used_at));
  return factors.toSorted((one, other) => one.added_at.localeCompare(other.added_at));
}

type PasskeyRow = { id: number; label: string; created_at: Date; last_used_at: Date | null };

export function presentPasskey({ id, label, created_at, last_used_at }: PasskeyRow): Factor {
  return {
    id: `passkey-${id}`,
    kind: 'passkey',
    label,
    added_at: created_at.toISOString(),
    last_used_at: last_used_at?.toISOString() ?? null,
  };
}

export function presentApp(confirmedAt: Date, lastUsedAt: Date | null): Factor {
  return {
    id: 'totp',
    kind: 'totp',
    label: APP_LABEL,
    added_at: confirmedAt.toISOString(),
    last_used_at: lastUsedAt?.toISOString() ?? null,
  };
}
