import { useState } from 'react';
import type { Failure } from '../../kernel/api/failure.ts';
import { FormModal } from '../../ui/overlays/form-modal.tsx';
import classes from './bench.module.css';
import { BenchActions, BenchButton } from './bench-button.tsx';
import { BenchNote } from './bench-fields.tsx';

type Props = {
  title: string;
  label: string;
  confirm: string;
  maxLength: number;
  command: { readonly busy: boolean; readonly refusal: Failure | null };
  onConfirm: (reason: string) => void;
  onClose: () => void;
};

/** Asks for the reason of a step that cannot be taken back; a refusal stands at the reason. */
export function BenchReasonModal({ title, label, confirm, maxLength, command, onConfirm, onClose }: Props) {
  const [reason, setReason] = useState('');
  return (
    <FormModal opened title={title} onClose={onClose}>
      <div className={classes.steps}>
        <BenchNote
          label={label}
          value={reason}
          onChange={setReason}
          problem={command.refusal ? (command.refusal.fields['reason'] ?? command.refusal.message) : undefined}
          maxLength={maxLength}
        />
        <BenchActions>
          <BenchButton kind="danger" busy={command.busy} onClick={() => onConfirm(reason)}>
            {confirm}
          </BenchButton>
        </BenchActions>
      </div>
    </FormModal>
  );
}
