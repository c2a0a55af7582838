export { drawMissingLabel } from './import/draw-missing-label.ts';
export {
  deleteImportedLabels,
  type ImportedLabel,
  patientsOfLabels,
  recordManyLabels,
} from './import/record-many-labels.ts';
export { carrierUncertainty, FOLDER, isCarrierRequestOpen } from './labels.present.ts';
export { labelUploads } from './labels.uploads.ts';
export { type LabelOfTransaction, labelsOf } from './labels-of-transactions.ts';
export { recordLabelEvent } from './record-label-event.ts';
export { describeCarrierRefusal } from './shipping/make-label.ts';
export { buildShippingParty } from './shipping/shipping-parties.ts';
