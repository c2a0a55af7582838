import { lazy, Suspense, useEffect, useState } from 'react';
import { type Confirmation, declareConfirmation } from '../kernel/navigation/confirmation.ts';
import { onSessionChange, storedToken } from '../kernel/session/session.ts';

// Rarely needed, so it is not part of the first load.
const ConfirmIdentityModal = lazy(async () => ({
  default: (await import('../capabilities/identity/confirm-identity.modal.tsx')).ConfirmIdentityModal,
}));

type PendingConfirmation = Confirmation & { readonly answer: (isConfirmed: boolean) => void };

/** The shared dialog in which a user confirms their identity, for any call that requires it. */
export function ConfirmIdentity() {
  const [asked, setAsked] = useState<PendingConfirmation | null>(null);
  useEffect(
    () =>
      declareConfirmation((confirmation) => new Promise((resolve) => setAsked({ ...confirmation, answer: resolve }))),
    [],
  );
  useEffect(() => {
    if (!asked) return;
    const token = storedToken();
    const stop = onSessionChange(() => {
      // The session that had to be confirmed has ended, here or in another tab.
      if (storedToken() !== token) setAsked(null);
    });
    return () => {
      stop();
      // Without effect where the user has answered.
      asked.answer(false);
    };
  }, [asked]);
  if (!asked) return null;
  return (
    <Suspense>
      <ConfirmIdentityModal
        {...asked}
        onAnswered={(isConfirmed) => {
          setAsked(null);
          asked.answer(isConfirmed);
        }}
      />
    </Suspense>
  );
}
