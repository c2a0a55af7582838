import { Fieldset, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { Button } from '../../actions/button.tsx';
import classes from '../form.module.css';
import { useFormContext } from '../state/form-context.ts';
import { FieldError } from '../state/use-field.tsx';

/** Fields under each other; from 768 px on in two columns where asked for, never three. */
export function Fields({ columns = 1, children }: { columns?: 1 | 2; children: ReactNode }) {
  if (columns === 1) return <Stack gap="md">{children}</Stack>;
  return <div className={classes.two}>{children}</div>;
}

/** Fields that belong together, under the specification's own heading. */
export function FieldGroup({ legend, children }: { legend: string; children: ReactNode }) {
  return (
    <Fieldset legend={legend} variant="unstyled" className={classes.group} classNames={{ legend: classes.legend }}>
      {children}
    </Fieldset>
  );
}

/** The end of a form: why the last attempt was refused, and the buttons, the main one last. */
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
  /** What the button says while it works. */
  busyText?: string;
  disabled?: boolean;
  danger?: boolean;
  fullWidth?: boolean;
};

/** The form's one main button. Pressing it twice sends once. */
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
