export { settleCheckoutsJob } from './checkout.jobs.ts';
export { Order } from './order/order.ts';
export { queueReceipt } from './receipt.ts';
export { type MoneyFault, verifyMoney } from './verify-money.ts';
