export { runsToApprove } from './payouts.queries.ts';
export { verifyPayouts } from './verify-payouts.ts';
