export { makeRun } from './make-run.ts';
export { runsToApprove } from './payouts.queries.ts';
export { verifyPayouts } from './verify-payouts.ts';
