export { verifyAccountPatients } from './account-patients/verify-account-patients.ts';
export { addPatient } from './add-patient.ts';
export { changeProcessing } from './change-processing.ts';
export { readPatientFields } from './patient-fields.ts';
export { processingOf } from './processing.queries.ts';
export { type ProcessingOfPatient, recordProcessingOfMany } from './record-processing-of-many.ts';
export { verifyProcessing } from './verify-processing.ts';
