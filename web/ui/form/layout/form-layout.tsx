import { Fieldset, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { Button } from '../../actions/button.tsx';
import classes from '../form.module.css';
import { useFormContext } from '../state/form-context.ts';
import { FieldError } from '../state/use-field.tsx';

/** Fields in one column, or in two from 768 px on; never three. */
export function Fields({ columns = 1, children }: { columns?: 1 | 2; children: ReactNode }) {
  if (columns === 1) return <Stack gap="md">{children}</Stack>;
  return <div className={classes.two}>{children}</div>;
}

/** A group of fields under the specification's heading. */
export function FieldGroup({ legend, children }: { legend: string; children: ReactNode }) {
  return (
    <Fieldset legend={legend} variant="unstyled" className={classes.group} classNames={{ legend: classes.legend }}>
      {children}
    </Fieldset>
  );
}

/** The end of a form: the last refusal and the buttons, the primary one last. */
export function FormActions({ children }: { children: ReactNode }) {
  const { message } = useFormContext();
  return (
    <div className={classes.actions} data-form-actions>
      {message && (
        <div className={classes.refusal}>
          <FieldError>{message}</FieldError>
        </div>
      )}
      <div className={classes.buttons}>{children}</div>
    </div>
  );
}

type SubmitProps = {
  children: ReactNode;
  /** The button's text while busy. */
  busyText?: string;
  disabled?: boolean;
  danger?: boolean;
  fullWidth?: boolean;
};

/** The form's primary button. A double click submits once. */
export function Submit({ children, busyText, disabled, danger, fullWidth }: SubmitProps) {
  const { busy, waiting } = useFormContext();
  return (
    <Button
      type="submit"
      kind={danger ? 'danger' : 'primary'}
      busy={busy}
      busyText={busyText}
      disabled={disabled || waiting}
      fullWidth={fullWidth}
    >
      {children}
    </Button>
  );
}
