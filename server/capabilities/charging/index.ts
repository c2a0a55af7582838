export {
  type ChargeIntent,
  ChargeNotAttempted,
  chargeIntent,
  isGatewaySilent,
  isOpen,
  lookUpIntent,
  type Settle,
  waitForOutcome,
} from './charge-intent.ts';
export {
  buildChargeColumns,
  type CapturedCharge,
  capturedCharge,
  getDeclineMessage,
  newChargeReference,
  type Settlement,
  stateBy,
  voidChargeJob,
  voidOrphan,
} from './settlement.ts';
