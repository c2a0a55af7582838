import { useState } from 'react';
import type { z } from 'zod';
import { type Failure, failureOf } from '../../../kernel/api/failure.ts';
import { useNotices } from '../../feedback/notices.ts';
import { type FormOf, useSchemaForm } from './use-route-form.ts';

export type VersionedOptions<Version, S extends z.ZodType> = {
  /** The version the form is opened with. */
  opened: Version;
  schema: S;
  valuesOf: (version: Version) => z.input<S>;
  /** What was typed over `known`, laid over `fresh`. */
  merged: (typed: z.input<S>, known: Version, fresh: Version) => z.input<S>;
  readAgain: () => Promise<Version>;
};

type VersionedForm<Version, Values> = {
  form: FormOf<Values>;
  /** The version the form edits. */
  base: Version;
  /** The one it was opened with, once somebody else has saved a newer one. */
  before: Version | null;
  /** For a command's refusal: where somebody else saved meanwhile, their version is taken as the new base. */
  onRefused: (failure: Failure) => void;
};

/** A form over one version of something. When somebody else saves meanwhile, what was typed is laid over the new one. */
export function useVersionedForm<Version, S extends z.ZodType>(
  options: VersionedOptions<Version, S>,
): VersionedForm<Version, z.input<S>> {
  const { opened, schema, valuesOf, merged, readAgain } = options;
  const notices = useNotices();
  const [base, setBase] = useState(opened);
  const [before, setBefore] = useState<Version | null>(null);
  const form = useSchemaForm(schema, valuesOf(opened));

  async function takeOver() {
    try {
      const fresh = await readAgain();
      const values = merged(form.getValues(), base, fresh);
      form.setInitialValues(valuesOf(fresh));
      form.setValues(values);
      setBefore(base);
      setBase(fresh);
    } catch (thrown) {
      notices.error(failureOf(thrown).message);
    }
  }

  const onRefused = (failure: Failure) => {
    if ('reason' in failure && failure.reason === 'changed_meanwhile') void takeOver();
  };
  return { form, base, before, onRefused };
}
