import type { RequestFacts } from '../../kernel/http/handle.ts';
import { countStrangerLetter } from '../../kernel/mail/unrelated-recipients.ts';
import type { Services } from '../../kernel/services.ts';
import type { Actor } from '../../kernel/session/actor.ts';

type Given = {
  readonly actor: Actor;
  readonly request: Pick<RequestFacts, 'address'>;
  readonly userId: number;
  /** The email in the form, if it was sent. */
  readonly email: string | undefined;
};

/**
 * Counts the email to a new address that a caller enters for another account; a form that sends the present one is
 * free.
 */
export async function countChangeLetter(services: Services, { actor, request, userId, email }: Given): Promise<void> {
  if (email === undefined) return;
  const account = await services.store
    .read(actor.scope)
    .selectFrom('users')
    .select('email')
    .where('id', '=', userId)
    .executeTakeFirst();
  if (!account || account.email.toLowerCase() === email.toLowerCase()) return;
  await countStrangerLetter(services, { actor, address: request.address, recipient: email });
}
