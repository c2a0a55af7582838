import { TextInput } from '@mantine/core';
import { type SubmitEvent, useId, useState } from 'react';
import { Button } from '../../actions/button.tsx';
import { ModalFrame } from '../../overlays/modal-frame.tsx';
import classes from '../data-table.module.css';
import { tableTexts } from '../table.texts.ts';

type Props = {
  action: string;
  rows: readonly { id: string | number; name: string }[];
  onConfirm: () => void;
  onCancel: () => void;
};

/** An irreversible action on many rows asks the user to type their number, so that it is not confirmed by habit. */
export function BulkConfirm({ action, rows, onConfirm, onCancel }: Props) {
  const [typed, setTyped] = useState('');
  const isRight = typed.trim() === String(rows.length);
  const hint = useId();
  const confirm = (event: SubmitEvent) => {
    event.preventDefault();
    if (isRight) onConfirm();
  };

  return (
    <ModalFrame
      opened
      role="alertdialog"
      onCancel={onCancel}
      title={tableTexts.bulkQuestion(action, rows.length)}
      footer={
        <>
          <Button onClick={onCancel}>{tableTexts.cancel}</Button>
          <Button kind="danger" disabled={!isRight} describedBy={hint} onClick={onConfirm}>
            {action}
          </Button>
        </>
      }
    >
      <form onSubmit={confirm}>
        <ul className={classes.names}>
          {rows.map((row) => (
            <li key={row.id}>{row.name}</li>
          ))}
        </ul>
        <TextInput
          data-autofocus
          label={<span id={hint}>{tableTexts.typeCount(rows.length)}</span>}
          inputMode="numeric"
          autoComplete="off"
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      </form>
    </ModalFrame>
  );
}
