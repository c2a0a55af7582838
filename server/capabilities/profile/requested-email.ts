import { updateUser } from '@vialkeep/contract/profile.ts';
import type { Call } from '../../kernel/http/handle.ts';
import { refuseBy } from '../../kernel/http/refuse.ts';
import { countStrangerLetter } from '../../kernel/mail/unrelated-recipients.ts';
import { PASSWORD_TRIES, passwordMatches } from '../../kernel/secrets/passwords.ts';

/** A new email address that callers request for their own account, and whether they proved the current password. */
export type AskedEmail = { readonly email: string; readonly byPassword: boolean };

/**
 * Null where the email stays the same. Only the account's owner can request another: not while impersonating, and not
 * under a hold.
 */
export async function askedEmail({
  actor,
  body: { email, password_current },
  db,
  params,
  proof,
  request,
  services,
}: Call<typeof updateUser>): Promise<AskedEmail | null> {
  if (email === undefined || params.id !== actor.userId) return null;
  const account = await db
    .selectFrom('users')
    .select(['email', 'password_hash'])
    .where('id', '=', actor.userId)
    .executeTakeFirstOrThrow();
  if (account.email === email) return null;
  await proof.requirePerson();
  const letter = { actor, address: request.address, recipient: email, isOwnAddress: true } as const;
  if (!password_current) {
    await countStrangerLetter(services, letter);
    return { email, byPassword: false };
  }
  await services.limits.count(PASSWORD_TRIES, String(actor.userId));
  if (!(await passwordMatches(account.password_hash, password_current))) {
    throw refuseBy(updateUser, 'wrong_current_password', { fields: ['password_current'] });
  }
  await services.limits.forget(PASSWORD_TRIES, String(actor.userId));
  await countStrangerLetter(services, letter);
  return { email, byPassword: true };
}
