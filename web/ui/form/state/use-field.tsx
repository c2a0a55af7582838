import { IconAlertCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from '../form.module.css';
import { useFormContext } from './form-context.ts';

/** The props of every field. */
export type FieldProps = {
  /** The value's name in the form and on the wire. */
  name: string;
  label: string;
  help?: ReactNode;
  required?: boolean;
  disabled?: boolean;
};

export type Field<Value> = {
  value: Value;
  set: (value: Value) => void;
  /** Props to spread on the input. */
  input: {
    label: string;
    description: ReactNode;
    required: boolean | undefined;
    disabled: boolean | undefined;
    error: ReactNode;
    onBlur: () => void;
    'data-path': string;
  };
};

/**
 * Binds an input to its value. A filled field is validated on blur; a missing value is reported on submit. An error
 * disappears when it is fixed.
 */
export function useField<Value>({ name, label, help, required, disabled }: FieldProps): Field<Value> {
  const { form } = useFormContext();
  const values = form.getValues();
  const value = valueAt(values, name);
  if (value === undefined && !(name in values)) throw new Error(`The form has no value '${name}'.`);
  const error = form.errors[name];

  return {
    // @NOTE values are stored by name; each kind of field knows the type of its value.
    value: value as Value,
    set: (next) => {
      form.setFieldValue(name, next);
      if (error) form.validateField(name);
    },
    input: {
      label,
      description: help,
      required,
      disabled,
      error: error ? <FieldError>{error}</FieldError> : undefined,
      onBlur: () => {
        if (!isEmpty(valueAt(form.getValues(), name))) afterPress(() => form.validateField(name));
      },
      'data-path': name,
    },
  };
}

/**
 * A field often loses the focus because the user clicks the button below it. An error that appears at that moment would
 * move the button and the click would be lost, so validation waits until the click is over.
 */
function afterPress(check: () => void): void {
  if (document.querySelector('body :active') === null) check();
  else window.addEventListener('mouseup', () => setTimeout(check), { once: true });
}

export function FieldError({ children }: { children: ReactNode }) {
  return (
    <span className={classes.error}>
      <IconAlertCircle size={14} stroke={1.8} aria-hidden />
      <span>{children}</span>
    </span>
  );
}

/** 'city', or inside a list 'links.0.path'. */
function valueAt(values: Readonly<Record<string, unknown>>, name: string): unknown {
  if (name in values) return values[name];
  return name.split('.').reduce<unknown>((found, part) => new Map(Object.entries(found ?? {})).get(part), values);
}

function isEmpty(value: unknown): boolean {
  return value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);
}
