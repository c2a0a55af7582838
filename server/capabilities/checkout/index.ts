export { settleCheckoutsJob, voidChargeJob } from './checkout.jobs.ts';
