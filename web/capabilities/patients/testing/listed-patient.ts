import { ListedPatient, TabledPatient } from '@vialkeep/contract/patients.ts';
import { patientRecord } from './patient-record.ts';

/** A patient of a list of whom nothing is known but what is said. */
export function listedPatient(known: Partial<ListedPatient> = {}): ListedPatient {
  return ListedPatient.parse({
    ...patientRecord(),
    email: 'somebody@example.test',
    first_name: 'Some',
    last_name: 'Body',
    referral_hc_desc: [],
    ...known,
  });
}

/** The same as the table of all patients has one. */
export function tabledPatient(known: Partial<TabledPatient> = {}): TabledPatient {
  return TabledPatient.parse({
    ...listedPatient(),
    phone_number: '',
    address1: '',
    address2: '',
    city: '',
    state_desc: '',
    zip_code: '',
    documents: [],
    sales_rep: null,
    ...known,
  });
}
