import type { ReactNode } from 'react';
import type { Failure } from '../../kernel/api/failure.ts';
import { useActing } from '../../kernel/session/acting.ts';
import { Button } from '../actions/button.tsx';
import { type Fact, Facts } from '../display/facts.tsx';
import classes from './modal-frame.module.css';
import { ModalFrame } from './modal-frame.tsx';

type Props = {
  opened: boolean;
  title: string;
  /** The question. */
  children?: ReactNode;
  /** The subject as labels and values. */
  facts?: readonly Fact[];
  /** Further input besides yes or no. */
  fields?: ReactNode;
  confirm?: string;
  /** The label of the cancel button, or null for none. */
  cancel?: string | null;
  danger?: boolean;
  /** For an action that charges a card or sends email: in an acting session the button names the account. */
  inTheirName?: boolean;
  busy?: boolean;
  failure?: Failure | null;
  onConfirm: () => void;
  onCancel: () => void;
};

export function ConfirmModal(props: Props) {
  const { opened, title, children, facts, danger, busy, failure, onConfirm, onCancel } = props;
  const { confirm = 'Done', cancel = 'Cancel' } = props;
  const acting = useActing();
  const label = props.inTheirName && acting ? `${confirm} as ${acting.whose}` : confirm;

  return (
    <ModalFrame
      opened={opened}
      onCancel={busy ? undefined : onCancel}
      title={title}
      role={danger ? 'alertdialog' : 'dialog'}
      footer={
        <>
          {cancel !== null && (
            <Button onClick={onCancel} disabled={busy} takesFocus={danger}>
              {cancel}
            </Button>
          )}
          <Button kind={danger ? 'danger' : 'primary'} onClick={onConfirm} busy={busy} takesFocus={!danger}>
            {label}
          </Button>
        </>
      }
    >
      {children && <div className={classes.question}>{children}</div>}
      {facts && facts.length > 0 && (
        <div className={classes.facts}>
          <Facts facts={facts} />
        </div>
      )}
      {props.fields}
      {failure && (
        <p role="alert" className={classes.failure}>
          {failure.message}
        </p>
      )}
    </ModalFrame>
  );
}
