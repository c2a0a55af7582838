import { lazy, Suspense, useEffect, useState } from 'react';
import { type Confirmation, declareConfirmation } from '../kernel/navigation/confirmation.ts';

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
  if (!asked) return null;
  return (
    <Suspense>
      <ConfirmIdentityModal
        act={asked.act}
        sendsAtOnce={asked.sendsAtOnce}
        onAnswered={(isConfirmed) => {
          setAsked(null);
          asked.answer(isConfirmed);
        }}
      />
    </Suspense>
  );
}
