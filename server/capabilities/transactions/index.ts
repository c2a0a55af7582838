export { type NewTransaction, recordTransaction, type SalesChain } from './record-transaction.ts';
export { unpaidCommissions } from './unpaid-commissions.ts';
export { verifySums } from './verify-sums.ts';
