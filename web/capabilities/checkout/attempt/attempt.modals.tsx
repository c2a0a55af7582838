import type { ReactNode } from 'react';
import * as addresses from '../../../kernel/navigation/addresses.ts';
import { linkTo } from '../../../kernel/navigation/link-to.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { LinkButton } from '../../../ui/actions/link.tsx';
import { BusyModal } from '../../../ui/overlays/busy-modal.tsx';
import { MessageModal } from '../../../ui/overlays/message-modal.tsx';
import { ModalFrame } from '../../../ui/overlays/modal-frame.tsx';
import classes from '../checkout.module.css';
import { checkoutTexts } from '../checkout.texts.ts';
import type { Attempt } from './attempt.ts';
import { PaidModal } from './paid.modal.tsx';

const texts = checkoutTexts;

type Props = {
  attempt: Attempt;
  /** The next steps after a paid order. */
  next: readonly string[];
  onCheck: () => void;
  /** The user has read the message and returns to the form. */
  onClose: () => void;
  /** The order is paid; the form starts a new order. */
  onDone: () => void;
};

/** The outcome of an attempt is shown in a modal, never in a notice that closes by itself (F106). */
export function AttemptModals({ attempt, next, onCheck, onClose, onDone }: Props) {
  switch (attempt.step) {
    case 'idle':
      return null;
    case 'paying':
      return <BusyModal opened text={texts.patience} />;
    case 'paid':
      return <PaidModal message={attempt.message} purchase={attempt.purchase} next={next} onClose={onDone} />;
    case 'failed':
      return (
        <MessageModal opened title={attempt.message} close={texts.result.close} onClose={onClose}>
          {attempt.detail}
        </MessageModal>
      );
    case 'held':
      return <NotYet title={attempt.message} />;
    case 'unknown':
      return (
        <NotYet
          title={texts.unknown.title}
          check={
            <Button kind="primary" busy={attempt.isLooking} onClick={onCheck} takesFocus>
              {texts.unknown.check}
            </Button>
          }
        >
          <p>{texts.unknown.why}</p>
          <p role="status">
            {attempt.isLooking ? texts.unknown.checking : attempt.trouble || (attempt.looks > 0 && texts.unknown.still)}
          </p>
        </NotYet>
      );
  }
}

/** Cannot be closed: the user must not submit the form again. */
function NotYet({ title, check, children }: { title: string; check?: ReactNode; children?: ReactNode }) {
  return (
    <ModalFrame
      opened
      title={title}
      role="alertdialog"
      footer={
        <div className={classes.buttons}>
          <LinkButton to={linkTo(addresses.dashboard)}>{texts.result.dashboard}</LinkButton>
          {check}
        </div>
      }
    >
      <div className={classes.unknown}>{children}</div>
    </ModalFrame>
  );
}
