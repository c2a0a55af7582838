export { deleteImportedSales, IMPORT_GATEWAY, type ImportedSale, insertImportedSales } from './import-transactions.ts';
export {
  auditTransaction,
  insertTransactions,
  type NewTransaction,
  type SalesChain,
  transactionRow,
} from './record-transaction.ts';
export { unpaidCommissions } from './unpaid-commissions.ts';
export { verifySums } from './verify-sums.ts';
export { textCell } from './workbook/cells.ts';
export { workbook } from './workbook/workbook.ts';
