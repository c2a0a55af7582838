import { site } from '../../kernel/site.ts';
import { Button } from '../actions/button.tsx';
import classes from './modal-frame.module.css';
import { ModalFrame } from './modal-frame.tsx';

/** Replaces the browser's alert of the specification; open while there is a text (V-05). */
export function AlertDialog({ text, onClose }: { text: string | null; onClose: () => void }) {
  return (
    <ModalFrame
      opened={text !== null}
      onCancel={onClose}
      title={site.product}
      role="alertdialog"
      footer={
        <Button kind="primary" onClick={onClose} takesFocus>
          OK
        </Button>
      }
    >
      <p className={classes.question}>{text}</p>
    </ModalFrame>
  );
}
