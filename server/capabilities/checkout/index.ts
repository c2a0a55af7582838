export { settleCheckoutsJob } from './checkout.jobs.ts';
export { type MoneyFault, verifyMoney } from './verify-money.ts';
