export { recordVials } from './record-vials.ts';
export { verifyVials } from './verify-vials.ts';
export { availableVials, type VialCounts, vialCounts } from './vials.queries.ts';
