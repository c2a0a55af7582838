import { site } from '../../kernel/site.ts';
import { Button } from '../actions/button.tsx';
import classes from './modal-frame.module.css';
import { ModalFrame } from './modal-frame.tsx';

/** V-05: stands where the specification has the browser's own alert. Open while there is a text. */
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
