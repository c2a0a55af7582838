import type { ListedPatient } from '@vialkeep/contract/patients.ts';

export type WorkItem = {
  patient: ListedPatient;
  /** Shipped, received, or the end of the test. */
  day: string | null;
  /** The test has ended and nobody has written down how. */
  overdue: boolean;
};

/** What is on its way, the longest first. */
export function arriving(patients: readonly ListedPatient[]): WorkItem[] {
  return byDay(patients.map((patient) => ({ patient, day: patient.date_adipose_shipped_to_lab, overdue: false })));
}

/** What has arrived and is not plated yet, the longest here first. */
export function toPlate(patients: readonly ListedPatient[]): WorkItem[] {
  return byDay(patients.map((patient) => ({ patient, day: patient.date_adipose_received_by_lab, overdue: false })));
}

/** The tests that run, in the order they end. */
export function sterilityEnding(patients: readonly ListedPatient[], today: string): WorkItem[] {
  const running = patients.filter(({ sterility_complete }) => sterility_complete !== true);
  return byDay(
    running.map((patient) => {
      const day = patient.sterility_end_date;
      return { patient, day, overdue: day !== null && day < today };
    }),
  );
}

/** Days as text sort as days do; what has none comes last. */
function byDay(items: readonly WorkItem[]): WorkItem[] {
  const last = '9999';
  return items.toSorted((left, right) => ((left.day ?? last) < (right.day ?? last) ? -1 : 1));
}
