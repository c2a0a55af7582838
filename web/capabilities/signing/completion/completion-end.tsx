import { SigningEnd } from '../../../components/signing/signing-end.tsx';
import * as addresses from '../../../kernel/navigation/addresses.ts';
import { linkTo } from '../../../kernel/navigation/link-to.ts';
import { useSession } from '../../../kernel/session/session.ts';
import { LinkButton } from '../../../ui/actions/link.tsx';
import { AskSupport } from '../ask-support.tsx';
import { signingTexts } from '../signing.texts.ts';
import type { Completion } from './use-completion.ts';

const texts = signingTexts.completed;

type Props = { state: Completion; title?: string; done: string };

/** The message of a completion page, and the link for a user with a session (U-24). */
export function CompletionEnd({ state, title = texts.title, done }: Props) {
  const hasSession = useSession() !== null;
  if (state === 'waiting') return <SigningEnd tone="waiting" title={texts.title} text={texts.wait} />;
  const toDashboard = hasSession && <LinkButton to={linkTo(addresses.dashboard)}>{texts.dashboard}</LinkButton>;
  if (state === 'done') {
    return (
      <SigningEnd tone="done" title={title} text={done}>
        {toDashboard}
      </SigningEnd>
    );
  }
  return (
    <SigningEnd tone="problem" title={texts.title} text={signingTexts.problem}>
      <AskSupport />
      {toDashboard}
    </SigningEnd>
  );
}
