import { createContext, useContext } from 'react';
import type { FormOf } from './use-route-form.ts';

/** Inside, a form is untyped values by name; the caller keeps the exact type. */
export type AnyForm = FormOf<Record<string, unknown>>;

export type FormContextValue = {
  form: AnyForm;
  busy: boolean;
  /** Names of fields that are never stored in a draft. */
  secrets: Set<string>;
  /** An upload is running; the form waits for it. */
  waiting: boolean;
  wait: (id: string, waiting: boolean) => void;
  /** The last refusal's message. */
  message: string | null;
};

export const FormContext = createContext<FormContextValue | null>(null);

export function useFormContext(): FormContextValue {
  const context = useContext(FormContext);
  if (!context) throw new Error('A field was placed outside a Form.');
  return context;
}
