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
  type CardRefusal,
  capturedCharge,
  getCardRefusal,
  getDeclineMessage,
  isUncharged,
  newChargeReference,
  type Settlement,
  stateBy,
  voidChargeJob,
  voidOrphan,
} from './settlement.ts';
