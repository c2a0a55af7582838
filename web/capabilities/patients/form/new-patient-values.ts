import { DomainId } from '@vialkeep/contract/kernel/ids.ts';
import { PatientValues } from './patient-values.ts';

/** The form of a new patient, which includes the site. */
export const NewPatientValues = PatientValues.extend({ domain: DomainId });
