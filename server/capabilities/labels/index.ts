export { carrierUncertainty, FOLDER, isCarrierRequestOpen } from './labels.present.ts';
export { type LabelOfTransaction, labelsOf } from './labels-of-transactions.ts';
export { recordLabelEvent } from './record-label-event.ts';
export { describeCarrierRefusal } from './shipping/make-label.ts';
export { buildShippingParty } from './shipping/shipping-parties.ts';
