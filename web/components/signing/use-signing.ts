import { useEffect, useReducer, useState } from 'react';
import { failureOf } from '../../kernel/api/failure.ts';
import { isUserIdle } from '../../kernel/session/activity.ts';
import { onSigningSignal, type SigningSignal } from '../../kernel/signing/signing-signal.ts';
import { SIGNING_CHECK_MS } from '../../kernel/timings.ts';
import { asking, nextSigningState, type SigningState } from './signing-flow.ts';

/** A document that can be opened for signing. */
export type Signable = {
  /** Requests the signing link from the server. */
  ask: () => Promise<{ signLink: string; documentId: string }>;
  /** Polls whether the document is signed until a signal arrives. */
  isSigned?: (documentId: string) => Promise<boolean>;
};

export type SigningInHand = {
  /** Null until a signing starts. */
  state: SigningState | null;
  begin: (what: Signable) => void;
  shown: () => void;
  told: (step: SigningSignal['step']) => void;
};

/** Takes one document at a time from requesting its link to its signature. */
export function useSigning(): SigningInHand {
  const [current, setCurrent] = useState<Signable | null>(null);
  const [state, tell] = useReducer(nextSigningState, asking);
  const { documentId } = state;
  const isOpen = current !== null && documentId !== null && state.step !== 'done';

  useEffect(() => {
    if (current === null) return;
    let isWanted = true;
    current.ask().then(
      ({ signLink, documentId: id }) => isWanted && tell({ happened: 'answered', link: signLink, documentId: id }),
      (thrown: unknown) => isWanted && tell({ happened: 'refused', message: failureOf(thrown).message }),
    );
    return () => {
      isWanted = false;
    };
  }, [current]);

  useEffect(() => onSigningSignal((signal) => tell({ happened: 'told', signal })), []);

  useEffect(() => {
    if (!isOpen || !current.isSigned) return;
    const { isSigned } = current;
    const look = async () => {
      if (isUserIdle()) return;
      // A failed poll is ignored; the next one may succeed.
      const signed = await isSigned(documentId).catch(() => false);
      if (signed) tell({ happened: 'seen_signed', documentId });
    };
    const timer = setInterval(() => void look(), SIGNING_CHECK_MS);
    return () => clearInterval(timer);
  }, [isOpen, current, documentId]);

  return {
    state: current === null ? null : state,
    begin: (what) => {
      tell({ happened: 'asked' });
      // A copy, so that the same document can be started again.
      setCurrent({ ...what });
    },
    shown: () => tell({ happened: 'shown' }),
    told: (step) => documentId !== null && tell({ happened: 'told', signal: { documentId, step } }),
  };
}
