import type { ReactNode } from 'react';
import { Button } from '../actions/button.tsx';
import classes from './modal-frame.module.css';
import { ModalFrame } from './modal-frame.tsx';

type Props = {
  opened: boolean;
  title: string;
  children: ReactNode;
  /** A second button, left of the close button. */
  other?: ReactNode;
  close?: string;
  onClose: () => void;
};

/** Shows the result of an action. */
export function MessageModal({ opened, title, children, other, close = 'Close', onClose }: Props) {
  return (
    <ModalFrame
      opened={opened}
      onCancel={onClose}
      title={title}
      footer={
        <>
          {other}
          <Button kind="primary" onClick={onClose} takesFocus>
            {close}
          </Button>
        </>
      }
    >
      <div className={classes.question}>{children}</div>
    </ModalFrame>
  );
}
