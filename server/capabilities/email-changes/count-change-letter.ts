import type { RequestFacts } from '../../kernel/http/handle.ts';
import { countStrangerLetter } from '../../kernel/mail/stranger-letters.ts';
import type { Services } from '../../kernel/services.ts';
import type { Actor } from '../../kernel/session/actor.ts';

type Given = {
  readonly actor: Actor;
  readonly request: Pick<RequestFacts, 'address'>;
  readonly userId: number;
  /** The e-mail that the form sent, if it did. */
  readonly email: string | undefined;
};

/** Counts the letter to an address that somebody types for another person's account. A form sends the same one along. */
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
