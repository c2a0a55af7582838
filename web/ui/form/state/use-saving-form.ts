import type { Answer, Route } from '@vialkeep/contract/kernel/route.ts';
import { useState } from 'react';
import type { z } from 'zod';
import { useCommand } from '../../../kernel/api/query.ts';
import { SLOW_SUCCESS_BAR_MS } from '../../../kernel/timings.ts';
import { useNotices } from '../../feedback/notices.ts';
import { useVersionedForm, type VersionedOptions } from './use-versioned-form.ts';

type Options<Version, S extends z.ZodType, R extends Route> = VersionedOptions<Version, S> & {
  saving: R;
  refreshes: readonly Route[];
  /** The success notice. */
  saved: string;
  /** Called after the notice has closed. */
  onDone: (answer: Answer<R>) => void;
};

/** A form over one version that is saved once: the button stays disabled while the success notice is visible. */
export function useSavingForm<Version, S extends z.ZodType, R extends Route>(options: Options<Version, S, R>) {
  const { saving, refreshes, saved, onDone, ...versioned } = options;
  const notices = useNotices();
  const [isSaved, setSaved] = useState(false);
  const { onRefused, ...edited } = useVersionedForm(versioned);
  const command = useCommand(saving, {
    refreshes,
    onDone: (answer) => {
      setSaved(true);
      notices.success(saved, { ms: SLOW_SUCCESS_BAR_MS, onSucceeded: () => onDone(answer) });
    },
    onRefused,
  });
  return { ...edited, command, isSaved };
}
