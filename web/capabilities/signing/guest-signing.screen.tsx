import { useLocation } from '@tanstack/react-router';
import { signLinkForGuest } from '@vialkeep/contract/documents.ts';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { SigningEnd } from '../../components/signing/signing-end.tsx';
import { OpenInTab, SigningFrame, SigningStateLine } from '../../components/signing/signing-frame.tsx';
import { SigningWait } from '../../components/signing/signing-wait.tsx';
import { useSigning } from '../../components/signing/use-signing.ts';
import { call } from '../../kernel/api/api.ts';
import { Button } from '../../ui/actions/button.tsx';
import { BrandLogo } from '../../ui/navigation/brand-logo.tsx';
import { AlertDialog } from '../../ui/overlays/alert-dialog.tsx';
import { AskSupport } from './ask-support.tsx';
import { completionOf } from './completion/completion-address.ts';
import classes from './guest.module.css';
import { signingTexts } from './signing.texts.ts';
import { SigningSteps } from './signing-steps.tsx';

const texts = signingTexts.guest;

/** A guest is authorised by the id in the address alone (F070). */
export function GuestSigningScreen() {
  const { documentId } = completionOf(useLocation().searchStr);
  return documentId === null ? <GuestProblem /> : <GuestSigning documentId={documentId} />;
}

function GuestSigning({ documentId }: { documentId: string }) {
  const { state, begin, shown, told } = useSigning();
  const [name, setName] = useState<string>(texts.title);
  const exit = useRef<HTMLParagraphElement>(null);
  const open = () =>
    begin({
      ask: async () => {
        const answer = await call(signLinkForGuest, { params: { documentId } });
        setName(answer.name);
        return { signLink: answer.signLink, documentId };
      },
    });
  const openOnce = useEffectEvent(open);
  useEffect(() => openOnce(), []);

  if (state?.step === 'problem' && state.link === null) {
    // A temporary refusal can be retried.
    return state.problem === signingTexts.problem ? <GuestProblem /> : <NotNow why={state.problem} onRetry={open} />;
  }
  return (
    <main id="main" className={classes.ground}>
      <div className={classes.sheet}>
        <header className={classes.head}>
          <BrandLogo place="page" />
          <h1 className={classes.title}>{texts.title}</h1>
          <SigningSteps step={state?.step ?? 'asking'} />
        </header>
        {state?.link ? (
          <SigningFrame document={name} link={state.link} onShown={shown} onTold={told} exit={exit} />
        ) : (
          <SigningWait />
        )}
        {state && (
          <div className={classes.foot}>
            <SigningStateLine state={state} ref={exit} />
            {state.link && state.step !== 'done' && <OpenInTab link={state.link} />}
          </div>
        )}
      </div>
    </main>
  );
}

function NotNow({ why, onRetry }: { why: string | null; onRetry: () => void }) {
  const [isRead, setRead] = useState(false);
  return (
    <>
      <SigningEnd tone="problem" title={texts.title} text={signingTexts.problem}>
        <Button onClick={onRetry}>{texts.again}</Button>
      </SigningEnd>
      <AlertDialog text={isRead ? null : why} onClose={() => setRead(true)} />
    </>
  );
}

function GuestProblem() {
  return (
    <SigningEnd tone="problem" title={texts.title} text={signingTexts.problem}>
      <p className={classes.help}>{texts.help}</p>
      <AskSupport lead={texts.helpMore} />
    </SigningEnd>
  );
}
