import { SigningEnd } from '../../../components/signing/signing-end.tsx';
import { useSession } from '../../../kernel/session/session.ts';
import { LinkButton } from '../../../ui/actions/link.tsx';
import { AskSupport } from '../ask-support.tsx';
import { signingTexts } from '../signing.texts.ts';
import type { Completion } from './use-completion.ts';

const texts = signingTexts.completed;

type Props = { state: Completion; title?: string; done: string };

/** U-24: what a completion page says, and where somebody with a session goes from there. */
export function CompletionEnd({ state, title = texts.title, done }: Props) {
  const hasSession = useSession() !== null;
  if (state === 'waiting') return <SigningEnd tone="waiting" title={texts.title} text={texts.wait} />;
  const toDashboard = hasSession && <LinkButton to="/dashboard">{texts.dashboard}</LinkButton>;
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
