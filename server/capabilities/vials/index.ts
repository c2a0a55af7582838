export { recordVials } from './record-vials.ts';
export { verifyVials, verifyVialsOf } from './verify-vials.ts';
export { presentEntry } from './vials.present.ts';
export {
  availableVials,
  historyOf,
  type VialCounts,
  vialCounts,
  vialCountsByPatient,
  vialsOf,
} from './vials.queries.ts';
