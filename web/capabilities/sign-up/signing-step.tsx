import { IconExternalLink } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { refusedLink, type SigningState } from '../../components/signing/signing-flow.ts';
import { SigningFrame, SigningStateLine } from '../../components/signing/signing-frame.tsx';
import { SigningWait } from '../../components/signing/signing-wait.tsx';
import { Button } from '../../ui/actions/button.tsx';
import { OutsideLinkButton } from '../../ui/actions/link.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { WizardBack } from '../../ui/layout/wizard.tsx';
import { AlertDialog } from '../../ui/overlays/alert-dialog.tsx';
import { signUpTexts } from './sign-up.texts.ts';
import classes from './signing-step.module.css';
import type { SignUpSigningInHand } from './use-sign-up-signing.ts';

const texts = signUpTexts.signing;

type Props = { signing: SignUpSigningInHand; state: SigningState; busy: boolean; onSubmit: () => void };

/** The document in its frame. The form is sent only after the signature. */
export function SigningStep({ signing, state, busy, onSubmit }: Props) {
  const exit = useRef<HTMLParagraphElement>(null);
  const isDone = state.step === 'done';
  const refused = refusedLink(state);
  // Each refusal is shown once; this is the last state that the user has read.
  const [read, setRead] = useState<SigningState | null>(null);

  return (
    <div className={classes.step}>
      {state.link === null ? (
        <NoDocument isRefused={refused !== null} onAgain={signing.again} />
      ) : (
        <SigningFrame
          key={state.link}
          document={texts.document}
          link={state.link}
          onShown={signing.shown}
          onTold={signing.told}
          exit={exit}
        />
      )}
      <div className={classes.end}>
        {refused === null && <SigningStateLine state={state} ref={exit} words={texts.states} />}
        <WizardBack>{texts.back}</WizardBack>
        {state.link !== null && !isDone && (
          <OutsideLinkButton href={state.link} icon={<IconExternalLink size={16} stroke={1.6} aria-hidden />}>
            {texts.openInTab}
          </OutsideLinkButton>
        )}
        <Button kind="primary" disabled={!isDone} busy={busy} onClick={onSubmit}>
          {signUpTexts.submit}
        </Button>
      </div>
      <AlertDialog text={read === state ? null : refused} onClose={() => setRead(state)} />
    </div>
  );
}

function NoDocument({ isRefused, onAgain }: { isRefused: boolean; onAgain: () => void }) {
  if (!isRefused) return <SigningWait />;
  return <EmptyState title={texts.notOpened} action={<Button onClick={onAgain}>{texts.again}</Button>} />;
}
