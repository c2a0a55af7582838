import type { Handler } from '../../kernel/http/handle.ts';
import { exportTransactionsCsvHandler, exportTransactionsXlsxHandler } from './export-transactions.ts';
import {
  listCenterProcessingFeesHandler,
  listCenterTransactionsHandler,
  listReferralProcessingFeesHandler,
} from './list-center-transactions.ts';
import {
  listDistributorTransactionsHandler,
  listManagerTransactionsHandler,
  listRepTransactionsHandler,
} from './list-sales-transactions.ts';
import { listTransactionsHandler } from './list-transactions.ts';
import { readProviderDetailsHandler } from './read-provider-details.ts';
import { readRevenueHandler } from './read-revenue.ts';
import { readSalesHandler } from './read-sales.ts';
import { readTransactionHandler } from './read-transaction.ts';
import { updateTransactionHandler } from './update-transaction.ts';

export const transactionsHandlers: readonly Handler[] = [
  listTransactionsHandler,
  exportTransactionsCsvHandler,
  exportTransactionsXlsxHandler,
  readRevenueHandler,
  readTransactionHandler,
  updateTransactionHandler,
  readProviderDetailsHandler,
  listCenterTransactionsHandler,
  listCenterProcessingFeesHandler,
  listReferralProcessingFeesHandler,
  listRepTransactionsHandler,
  listManagerTransactionsHandler,
  listDistributorTransactionsHandler,
  readSalesHandler,
];
