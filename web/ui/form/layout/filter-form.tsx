import { useForm } from '@mantine/form';
import type { ReactNode } from 'react';
import classes from '../form.module.css';
import { type AnyForm, FormContext } from '../state/form-context.ts';

type Values = Readonly<Record<string, unknown>>;

type Props = {
  label: string;
  /** The current filter values; the owner of the state, such as the address, provides them. */
  values: Values;
  onChange: (name: string, value: unknown) => void;
  children: ReactNode;
};

/** Form fields as filters: every change applies at once, nothing is submitted and nothing is unsaved. */
export function FilterForm({ label, values, onChange, children }: Props) {
  const form = useForm<Record<string, unknown>>({ mode: 'controlled', initialValues: { ...values } });
  // @NOTE a form without state: it shows the given values and reports each change to the owner.
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
