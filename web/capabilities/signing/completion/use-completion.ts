import { useEffect, useEffectEvent, useState } from 'react';
import { Refused } from '../../../kernel/api/failure.ts';
import { broadcastSigning } from '../../../kernel/signing/signing-signal.ts';
import { COMPLETION_LOOKS, COMPLETION_PAUSE_MS } from '../../../kernel/timings.ts';

export type Completion = 'waiting' | 'done' | 'problem';

/**
 * Does what follows a signature, and tells whoever had the document opened. `complete` answers false while the provider
 * is still sealing the file; it is then asked again, for half a minute.
 */
export function useCompletion(
  documentId: string | null,
  complete: (documentId: string) => Promise<boolean>,
): Completion {
  const [state, setState] = useState<Completion>(documentId === null ? 'problem' : 'waiting');
  const attempt = useEffectEvent(complete);

  useEffect(() => {
    if (documentId === null) return;
    let isShown = true;
    broadcastSigning({ documentId, step: 'finishing' });
    const end = (step: 'done' | 'problem') => {
      broadcastSigning({ documentId, step });
      setState(step);
    };
    const look = async () => {
      for (let looks = 0; isShown && looks < COMPLETION_LOOKS; looks += 1) {
        if (await attempt(documentId)) return 'done';
        await new Promise((passed) => setTimeout(passed, COMPLETION_PAUSE_MS));
      }
      return 'problem';
    };
    void look()
      .catch((): 'problem' => 'problem')
      .then((step) => isShown && end(step));
    return () => {
      isShown = false;
    };
  }, [documentId]);

  return state;
}

/** What a refusal for now, or a lost connection, is worth: another look. Every other refusal is one for good. */
export function notYet(thrown: unknown): false {
  if (thrown instanceof Refused && thrown.reason !== 'not_signed_yet' && thrown.status < 500) throw thrown;
  return false;
}
