export { recordVials } from './record-vials.ts';
export { verifyVials } from './verify-vials.ts';
export { availableVials, type VialCounts, vialCounts, vialCountsByPatient } from './vials.queries.ts';
