import type { createApiKey, replaceApiKey } from '@vialkeep/contract/api-keys.ts';
import { sql } from 'kysely';
import type { Call } from '../../kernel/http/handle.ts';
import { refuseBy } from '../../kernel/http/refuse.ts';
import { PASSWORD_TRIES, passwordMatches } from '../../kernel/secrets/passwords.ts';

type Proving = Pick<Call<typeof createApiKey>, 'actor' | 'db' | 'services'>;

/** A stolen session must not be enough for a key that outlives it. */
export async function checkPassword(
  { actor, db, services }: Proving,
  route: typeof createApiKey | typeof replaceApiKey,
  given: string,
): Promise<void> {
  await services.limits.count(PASSWORD_TRIES, String(actor.userId));
  const account = await db
    .selectFrom('users')
    .select(['password_hash', sql<boolean>`coalesce(password_until > now(), true)`.as('serves')])
    .where('id', '=', actor.userId)
    .executeTakeFirst();
  if (!(await passwordMatches(account?.serves ? account.password_hash : null, given))) {
    throw refuseBy(route, 'wrong_password', { fields: ['password_current'] });
  }
  await services.limits.forget(PASSWORD_TRIES, String(actor.userId));
}
