import { useRef } from 'react';
import type { SigningSignal } from '../../kernel/signing/signing-signal.ts';
import { Button } from '../../ui/actions/button.tsx';
import { ModalFrame } from '../../ui/overlays/modal-frame.tsx';
import classes from './signing.module.css';
import type { SigningState } from './signing-flow.ts';
import { OpenInTab, SigningFrame, SigningStateLine } from './signing-frame.tsx';
import { signingTexts as texts } from './signing-sheet.texts.ts';
import { SigningWait } from './signing-wait.tsx';

type Props = {
  opened: boolean;
  document: string;
  /** '2 of 3' */
  position: string | null;
  state: SigningState;
  /** The next document to sign. */
  next: { title: string } | null;
  onShown: () => void;
  onTold: (step: SigningSignal['step']) => void;
  onNext: () => void;
  onAgain: () => void;
  onClose: () => void;
};

export function SigningSheet(props: Props) {
  const { opened, document, position, state, next, onShown, onTold, onNext, onAgain, onClose } = props;
  const exit = useRef<HTMLParagraphElement>(null);
  const isDone = state.step === 'done';
  const offersNext = isDone && next !== null;

  return (
    <ModalFrame
      opened={opened}
      onCancel={onClose}
      title={texts.title}
      size="sign"
      footer={
        <>
          <SigningStateLine state={state} ref={exit} />
          {state.link !== null && state.step === 'problem' && <Button onClick={onAgain}>{texts.again}</Button>}
          {state.link !== null && state.step !== 'problem' && !isDone && <OpenInTab link={state.link} />}
          <Button onClick={onClose} kind={isDone && !offersNext ? 'primary' : 'secondary'}>
            {texts.close}
          </Button>
          {offersNext && (
            <Button kind="primary" onClick={onNext}>
              {texts.next(next.title)}
            </Button>
          )}
        </>
      }
    >
      {state.link !== null && (
        // Each document has a separate frame with its own history.
        <SigningFrame
          key={state.link}
          document={document}
          link={state.link}
          onShown={onShown}
          onTold={onTold}
          onEscape={onClose}
          exit={exit}
          lead={
            <p className={classes.lead}>
              <span>{document}</span>
              {position !== null && <span className={classes.position}>{position}</span>}
            </p>
          }
        />
      )}
      {state.step === 'asking' && <SigningWait />}
    </ModalFrame>
  );
}
