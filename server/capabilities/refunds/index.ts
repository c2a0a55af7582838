export { carryOutOpenRefunds } from './carry-out-open-refunds.ts';
export { carryOutRefund } from './carry-out-refund.ts';
export { DATABASE_TIME, newRefundReference } from './change-refund.ts';
export { recordChargeback } from './record-chargeback.ts';
export { lockTarget, type RefundTarget } from './refunds.queries.ts';
export { openRefunds, refundsToApprove } from './refunds-to-approve.ts';
export { recordRefundRequest } from './request-refund.ts';
export { verifyRefunds } from './verify-refunds.ts';
export { wayOf } from './way-of.ts';
