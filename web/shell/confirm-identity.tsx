import { lazy, Suspense, useEffect, useState } from 'react';
import { type Confirmation, declareConfirmation } from '../kernel/navigation/confirmation.ts';

// Few visits ever see it, so it is not part of what the first page loads.
const ConfirmIdentityModal = lazy(async () => ({
  default: (await import('../capabilities/identity/confirm-identity.modal.tsx')).ConfirmIdentityModal,
}));

type Asked = Confirmation & { readonly answer: (isConfirmed: boolean) => void };

/** The one dialog that asks a person to confirm that it is them, for whichever call needs it. */
export function ConfirmIdentity() {
  const [asked, setAsked] = useState<Asked | null>(null);
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
