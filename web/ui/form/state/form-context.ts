import { createContext, useContext } from 'react';
import type { FormOf } from './use-route-form.ts';

/** Inside, a form is values by name; the exact type stays with whoever made it. */
export type AnyForm = FormOf<Record<string, unknown>>;

export type FormContextValue = {
  form: AnyForm;
  busy: boolean;
  /** Names of fields whose value never goes into a draft. */
  secrets: Set<string>;
  /** A file is still on its way; the form waits for it. */
  waiting: boolean;
  wait: (id: string, waiting: boolean) => void;
  /** Why the last attempt was refused. */
  message: string | null;
};

export const FormContext = createContext<FormContextValue | null>(null);

export function useFormContext(): FormContextValue {
  const context = useContext(FormContext);
  if (!context) throw new Error('A field was placed outside a Form.');
  return context;
}
