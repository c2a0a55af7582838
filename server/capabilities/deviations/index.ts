export {
  type DeviationRow,
  loadDeviation,
  lockDeviation,
  requireDeviation,
} from './deviations.queries.ts';
export { endDeviation } from './end-deviation.ts';
export { nameCodes } from './name-codes.ts';
export { createDeviation, type NewDeviation } from './open-deviation.ts';
export { listOpenDeviationsOf } from './open-deviations-of.ts';
export { recordLetters } from './record-letters.ts';
export { listPatientsOf, markRecalled, recordTouchedVials } from './touched-vials.ts';
export { type TracedIds, traceIds } from './trace-ids.ts';
export { clinicName, concernedClinics } from './trace-rows.ts';
export { verifyDeviations, verifyRecalls } from './verify-deviations.ts';
