import { emailExists } from '@vialkeep/contract/users.ts';
import { handle } from '../../kernel/http/handle.ts';
import { hasAccount } from '../accounts/index.ts';

const LIMIT = { bucket: 'email-exists', most: 30, minutes: 1 };

/**
 * An email has one account in the whole installation, so the lookup covers every site and reveals nothing else (S-14).
 * The rate limit counts the acting user.
 */
export const emailExistsHandler = handle(emailExists, async ({ actor, body, services }) => {
  await services.limits.count(LIMIT, String(actor.acting?.byId ?? actor.userId));
  return { exists: await hasAccount(services.store.read('platform'), body.email) };
});
