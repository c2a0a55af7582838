export { recordVials } from './record-vials.ts';
export { verifyVials } from './verify-vials.ts';
export { type VialCounts, vialCounts } from './vials.queries.ts';
