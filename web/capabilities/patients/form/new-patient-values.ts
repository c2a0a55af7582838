import { DomainId } from '@vialkeep/contract/kernel/ids.ts';
import { PatientValues } from './patient-values.ts';

/** The form of a new patient, who belongs to a site from the first moment. */
export const NewPatientValues = PatientValues.extend({ domain: DomainId });
