import { IconExternalLink } from '@tabler/icons-react';
import { useRef } from 'react';
import { Button } from '../../ui/button.tsx';
import { OutsideLinkButton } from '../../ui/link.tsx';
import { FailedState } from '../../ui/load-state.tsx';
import type { SigningState } from '../../ui/signing/signing-flow.ts';
import { SigningFrame, SigningStateLine } from '../../ui/signing/signing-frame.tsx';
import { SigningWait } from '../../ui/signing/signing-wait.tsx';
import { WizardBack } from '../../ui/wizard.tsx';
import { signUpTexts } from './sign-up.texts.ts';
import classes from './signing-step.module.css';
import type { SignUpSigningInHand } from './use-sign-up-signing.ts';

const texts = signUpTexts.signing;

type Props = { signing: SignUpSigningInHand; state: SigningState; busy: boolean; onSubmit: () => void };

/** The document in its frame. What was typed is sent only after it is signed. */
export function SigningStep({ signing, state, busy, onSubmit }: Props) {
  const exit = useRef<HTMLParagraphElement>(null);
  const isDone = state.step === 'done';

  return (
    <div className={classes.step}>
      {state.link === null ? (
        <NoDocument state={state} onAgain={signing.again} />
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
        <SigningStateLine state={state} ref={exit} words={texts.states} />
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
    </div>
  );
}

function NoDocument({ state, onAgain }: { state: SigningState; onAgain: () => void }) {
  if (state.step === 'problem') return <FailedState what={state.problem ?? undefined} onRetry={onAgain} />;
  return <SigningWait />;
}
