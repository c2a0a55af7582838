import { ListedPatient, TabledPatient } from '@vialkeep/contract/patients.ts';
import { patientRecord } from './patient-record.ts';

/** A list patient with the given fields and empty defaults. */
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

/** The same for the table of all patients. */
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
