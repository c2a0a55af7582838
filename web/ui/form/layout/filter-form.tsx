import { useForm } from '@mantine/form';
import type { ReactNode } from 'react';
import classes from '../form.module.css';
import { type AnyForm, FormContext } from '../state/form-context.ts';

type Values = Readonly<Record<string, unknown>>;

type Props = {
  label: string;
  /** What the filters stand at; whoever keeps them, the address for one, decides. */
  values: Values;
  onChange: (name: string, value: unknown) => void;
  children: ReactNode;
};

/** The kit's fields as filters: every change counts at once, nothing is sent and nothing can be left unsaved. */
export function FilterForm({ label, values, onChange, children }: Props) {
  const form = useForm<Record<string, unknown>>({ mode: 'controlled', initialValues: { ...values } });
  // @NOTE a form without a state of its own: its values are those given, and setting one tells whoever keeps them.
  const bound = {
    ...form,
    getValues: () => ({ ...values }),
    setFieldValue: onChange,
    validateField: () => ({ hasError: false, error: null }),
    errors: {},
  } as unknown as AnyForm;
  return (
    <FormContext
      value={{ form: bound, busy: false, secrets: new Set(), message: null, waiting: false, wait: () => {} }}
    >
      <div role="group" aria-label={label} className={classes.filters}>
        {children}
      </div>
    </FormContext>
  );
}
