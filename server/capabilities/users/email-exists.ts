import { emailExists } from '@vialkeep/contract/users.ts';
import { sql } from 'kysely';
import { handle } from '../../kernel/http/handle.ts';

const LIMIT = { bucket: 'email-exists', most: 30, minutes: 1 };

/**
 * S-14. An e-mail has one account in the whole installation, so the answer looks at every site and tells nothing else.
 * Counted for the person who really asks.
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
