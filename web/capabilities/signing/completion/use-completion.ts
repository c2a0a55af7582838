import { useEffect, useEffectEvent, useState } from 'react';
import { Refused } from '../../../kernel/api/failure.ts';
import { broadcastSigning } from '../../../kernel/signing/signing-signal.ts';
import { COMPLETION_LOOKS, COMPLETION_PAUSE_MS } from '../../../kernel/timings.ts';

export type Completion = 'waiting' | 'done' | 'problem';

/**
 * Completes the document and signals the page that opened it. While the provider still seals the file, `complete`
 * resolves to false; it is retried for half a minute.
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

/** A temporary refusal or a lost connection leads to a retry; every other refusal is final. */
export function notYet(thrown: unknown): false {
  if (thrown instanceof Refused && thrown.reason !== 'not_signed_yet' && thrown.status < 500) throw thrown;
  return false;
}
