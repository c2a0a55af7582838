export {
  auditTransaction,
  insertTransactions,
  type NewTransaction,
  type SalesChain,
  transactionRow,
} from './record-transaction.ts';
export { unpaidCommissions } from './unpaid-commissions.ts';
export { verifySums } from './verify-sums.ts';
