import { useState } from 'react';
import type { z } from 'zod';
import { type Failure, failureOf } from '../../../kernel/api/failure.ts';
import { useNotices } from '../../feedback/notices.ts';
import { type FormOf, useSchemaForm } from './use-route-form.ts';

export type VersionedOptions<Version, S extends z.ZodType> = {
  /** The version with which the form opens. */
  opened: Version;
  schema: S;
  valuesOf: (version: Version) => z.input<S>;
  /** Reapplies the changes that the user made to `known` on top of `fresh`. */
  merged: (typed: z.input<S>, known: Version, fresh: Version) => z.input<S>;
  readAgain: () => Promise<Version>;
};

type VersionedForm<Version, Values> = {
  form: FormOf<Values>;
  /** The version that the form edits. */
  base: Version;
  /** The version with which the form opened, once another user has saved a newer one. */
  before: Version | null;
  /** Handles a command's refusal: if another user saved meanwhile, their version becomes the new base. */
  onRefused: (failure: Failure) => void;
};

/**
 * A form over one version of a record. If another user saves meanwhile, the unsaved input is reapplied to the new
 * version.
 */
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
