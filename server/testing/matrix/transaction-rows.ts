import { randomUUID } from 'node:crypto';
import { ADMINS, about, adminOnly, type Matrix, ofPlan, plain } from './rows.ts';

const byId = (id: number) => ({ params: { id } });

/** Transactions, reports, totals, and sales teams. */
export const transactionRows: Matrix = {
  listTransactions: plain(ADMINS),
  exportTransactionsCsv: plain(ADMINS),
  readMoneySettings: about('site', (id) => ({ params: { domain_id: id } }), {
    own: ADMINS,
    same: ADMINS,
    other: '200: 7 10; 404: 7n; 403: rest',
  }),
  changeMoneySettings: about('site', (id) => ({ params: { domain_id: id }, body: { version: 9 } }), {
    own: '409: 7 10 7n; 403: rest',
    same: '409: 7 10 7n; 403: rest',
    other: '409: 7 10; 404: 7n; 403: rest',
  }),
  listJournal: plain(ADMINS),
  readBalances: plain(ADMINS),
  exportJournal: plain(ADMINS),
  exportTransactionsXlsx: plain(ADMINS),
  readRevenue: plain(ADMINS),
  readWaiting: plain(ADMINS),
  readTransaction: about('transaction', byId, adminOnly),
  updateTransaction: about(
    'transaction',
    (id) => ({ params: { id }, body: { quantity: 2, transaction_note: 'Two were delivered.' } }),
    adminOnly,
  ),
  readRefundOptions: about('transaction', byId, adminOnly),
  requestRefund: about(
    'transaction',
    (id) => ({ params: { id }, body: { key: randomUUID(), reason: 'other', note: 'They sent it back.' } }),
    adminOnly,
  ),
  listRefunds: plain(ADMINS),
  readRefund: about('refund', byId, adminOnly),
  approveRefund: about('refund', byId, adminOnly),
  rejectRefund: about('refund', (id) => ({ params: { id }, body: { note: 'Not agreed.' } }), adminOnly),
  cancelRefund: about('refund', byId, adminOnly),
  listReconciliations: plain(ADMINS),
  runReconciliation: plain('200: 7 10; 403: rest'),
  listDifferences: plain(ADMINS),
  resolveDifference: about(
    'difference',
    (id) => ({ params: { id }, body: { how: 'explained', note: 'A test.' } }),
    adminOnly,
  ),
  readMoneyOverview: plain(ADMINS),
  readProviderDetails: about('transaction', byId, adminOnly),
  listCenterTransactions: about('center', byId, ofPlan(4)),
  listCenterProcessingFees: about('center', byId, ofPlan(4)),
  listReferralProcessingFees: about('referral', byId, ofPlan(5)),
  listRepTransactions: about('rep', byId, ofPlan(3)),
  listManagerTransactions: about('manager', byId, ofPlan(6)),
  listDistributorTransactions: about('distributor', byId, ofPlan(8)),
  readSales: about('rep', byId, {
    own: '200: 3 7 10 7n; 404: 6 8 11; 403: rest',
    same: '200: 7 10 7n; 404: 3 6 8 11; 403: rest',
    other: '200: 7 10; 404: 3 6 8 11 7n; 403: rest',
  }),
  listRepsOfManager: about('manager', byId, {
    own: '200: 6 7 10 7n; 404: 8; 403: rest',
    same: '200: 7 10 7n; 404: 6 8; 403: rest',
    other: '200: 7 10; 404: 6 8 7n; 403: rest',
  }),
  listManagersOfDistributor: about('distributor', byId, ofPlan(8)),
  listRepsOfDistributor: about('distributor', byId, ofPlan(8)),
  removeRepFromTeam: about('repInTeam', byId, ofPlan(6)),
  removeManagerFromTeam: about('managerInTeam', byId, ofPlan(8)),
  addSalesManager: plain('200: 7 8 10 7n; 403: rest', {
    body: { first_name: 'Noor', last_name: 'Azadi', email: 'noor@matrix.test' },
  }),
};
