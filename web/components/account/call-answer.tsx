import { type Failure, Refused } from '../../kernel/api/failure.ts';
import { NoEmailHint } from './no-email-hint.tsx';

/** What a call has answered; the reason is '' unless the server refused it. */
export type ShownAnswer = { readonly message: string; readonly reason: string };

export function answerOf(failure: Failure): ShownAnswer {
  return { message: failure.message, reason: failure instanceof Refused ? failure.reason : '' };
}

/** The words of the server and, for a person without an e-mail address, how it is added. */
export function CallAnswer({ message, reason }: ShownAnswer) {
  return (
    <>
      <p>{message}</p>
      {reason === 'no_email' && <NoEmailHint />}
    </>
  );
}
