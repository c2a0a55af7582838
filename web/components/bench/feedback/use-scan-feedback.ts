import { useCallback, useMemo, useState } from 'react';
import { type Failure, NetworkFailure } from '../../../kernel/api/failure.ts';
import { benchTexts } from '../bench.texts.ts';
import { type ScanTone, signalScan } from './tones.ts';

export type ScanFeedback = {
  readonly tone: ScanTone;
  readonly words: string;
  /** Counts the scans, so that the same words twice are announced twice. */
  readonly number: number;
};

/** The status of an answer that a server without its database gives. */
const UNAVAILABLE = 503;

/** What the band shows, and the functions that say whether the last scan was right. */
export function useScanFeedback() {
  const [feedback, setFeedback] = useState<ScanFeedback | null>(null);
  const show = useCallback((tone: ScanTone, words: string) => {
    signalScan(tone);
    setFeedback((before) => ({ tone, words, number: (before?.number ?? 0) + 1 }));
  }, []);
  const actions = useMemo(
    () => ({
      /** Only for what the server has confirmed. */
      showRight: (words: string) => show('right', words),
      showWrong: (words: string) => show('wrong', words),
      showFailure: (failure: Failure) => show('wrong', wordsOfFailure(failure)),
      clear: () => setFeedback(null),
    }),
    [show],
  );
  return { feedback, ...actions };
}

function wordsOfFailure(failure: Failure): string {
  const isLost = failure instanceof NetworkFailure || failure.status === UNAVAILABLE;
  return isLost ? benchTexts.offline : failure.message;
}
