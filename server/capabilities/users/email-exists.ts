import { emailExists } from '@vialkeep/contract/users.ts';
import { sql } from 'kysely';
import { handle } from '../../kernel/http/handle.ts';

const LIMIT = { bucket: 'email-exists', most: 30, minutes: 1 };

/**
 * An email has one account in the whole installation, so the lookup covers every site and reveals nothing else (S-14).
 * The rate limit counts the acting user.
 */
export const emailExistsHandler = handle(emailExists, async ({ actor, body, services }) => {
  await services.limits.count(LIMIT, String(actor.acting?.byId ?? actor.userId));
  const account = await services.store
    .read('platform')
    .selectFrom('users')
    .select('id')
    .where(sql<boolean>`lower(email) = lower(${body.email})`)
    .where('removed_at', 'is', null)
    .executeTakeFirst();
  return { exists: account !== undefined };
});
