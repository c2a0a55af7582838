export { carryOutRefund } from './carry-out-refund.ts';
export { refundsToApprove } from './refunds-to-approve.ts';
export { recordRefundRequest } from './request-refund.ts';
export { verifyRefunds } from './verify-refunds.ts';
