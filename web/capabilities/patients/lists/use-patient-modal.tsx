import type { UserId } from '@vialkeep/contract/kernel/ids.ts';
import { lazy, type ReactNode, Suspense, useState } from 'react';

// Loaded on demand: the form is much larger than a list.
const PatientModal = lazy(async () => ({ default: (await import('../record/patient.modal.tsx')).PatientModal }));

/** The patient form in a modal over a list, and the function that opens it. */
export function usePatientModal(): { view: (id: UserId) => void; modal: ReactNode } {
  const [viewed, setViewed] = useState<UserId | null>(null);
  const [isNeeded, setIsNeeded] = useState(false);
  return {
    view: (id) => {
      setIsNeeded(true);
      setViewed(id);
    },
    modal: isNeeded && (
      <Suspense fallback={null}>
        <PatientModal id={viewed} onClose={() => setViewed(null)} />
      </Suspense>
    ),
  };
}
