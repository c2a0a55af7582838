export { type NewTransaction, recordTransaction, type SalesChain } from './record-transaction.ts';
