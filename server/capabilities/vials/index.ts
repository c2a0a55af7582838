export { verifyBatchesOfEntries, verifyPlaces } from './bench-faults.ts';
export {
  type BenchChange,
  discardVials,
  type FreedOrder,
  freeVials,
  type HoldReason,
  holdVials,
  markFound,
  type Position,
  packVial,
  pickVial,
  placeVial,
  releaseVials,
  reserveVials,
  takeVial,
  type UndoneStep,
  undoVialStep,
} from './bench-moves.ts';
export { codeOfNamedVial, codesOfNamedVials, listNamedVials } from './finding/find-named-vial.ts';
export { type BenchVial, findVialOfLab, isVialOfLab, listVialsOfLab } from './finding/find-vial-of-lab.ts';
export { holdManyVials } from './hold-many.ts';
export { type ImportedEntry, recordManyVials, takeBackEntry } from './import/record-many-vials.ts';
export { recordPlaceMove } from './record-place-move.ts';
export { recordVials } from './record-vials.ts';
export { type MovedBy, orderableOf } from './stock.ts';
export { verifyVials, verifyVialsOf } from './verify-vials.ts';
export { presentEntry } from './vials.present.ts';
export {
  availableVials,
  historyOf,
  oldCodeOfVial,
  type VialCounts,
  vialCounts,
  vialCountsByPatient,
  vialsOf,
} from './vials.queries.ts';
