import type { ListedPatient } from '@vialkeep/contract/patients.ts';

export type WorkItem = {
  patient: ListedPatient;
  /** The day of shipping, of receipt, or of the end of the test. */
  day: string | null;
  /** The test has ended without a recorded result. */
  overdue: boolean;
};

/** Shipped samples, the earliest first. */
export function arriving(patients: readonly ListedPatient[]): WorkItem[] {
  return byDay(patients.map((patient) => ({ patient, day: patient.date_adipose_shipped_to_lab, overdue: false })));
}

/** Received samples that are not plated yet, the earliest first. */
export function toPlate(patients: readonly ListedPatient[]): WorkItem[] {
  return byDay(patients.map((patient) => ({ patient, day: patient.date_adipose_received_by_lab, overdue: false })));
}

/** Running sterility tests, by their end. */
export function sterilityEnding(patients: readonly ListedPatient[], today: string): WorkItem[] {
  const running = patients.filter(({ sterility_complete }) => sterility_complete !== true);
  return byDay(
    running.map((patient) => {
      const day = patient.sterility_end_date;
      return { patient, day, overdue: day !== null && day < today };
    }),
  );
}

/** ISO days sort as text; items without a day come last. */
function byDay(items: readonly WorkItem[]): WorkItem[] {
  const last = '9999';
  return items.toSorted((left, right) => ((left.day ?? last) < (right.day ?? last) ? -1 : 1));
}
