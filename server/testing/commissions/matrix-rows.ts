import { ADMINS, about, adminOnly, type Matrix, plain } from '../matrix/rows.ts';

const byId = (id: number) => ({ params: { id } });
const month = new Date().toISOString().slice(0, 7);

/** The payee, or an administrator on their own sites. */
const ofPayee = {
  own: '200: 3 6 8 11 7 10 7n; 403: rest',
  same: '200: 7 10 7n; 404: 3 6 8 11; 403: rest',
  other: '200: 7 10; 404: 3 6 8 11 7n; 403: rest',
};
const statement = about('payee', (id) => ({ params: { user_id: id, month } }), ofPayee);

const paid = { paid_on: new Date().toISOString().slice(0, 10), reference: 'B-1' };

/** A run that pays the caller is approved, paid and returned by others. */
const notOwnPayment = { ...adminOnly, own: '409: 7 10 7n; 403: rest' } as const;

export const commissionRows: Matrix = {
  listPayoutRuns: plain(ADMINS),
  // No line is as old as the cutoff.
  makePayoutRun: about('site', (id) => ({ body: { domain_id: id, cutoff: '2001-01-01' } }), {
    own: '409: 7 10 7n; 403: rest',
    same: '409: 7 10 7n; 403: rest',
    other: '409: 7 10; 404: 7n; 403: rest',
  }),
  readPayoutRun: about('draftRun', byId, adminOnly),
  approvePayoutRun: about('draftRun', (id) => ({ params: { id }, body: {} }), notOwnPayment),
  cancelPayoutRun: about('cancelledRun', byId, adminOnly),
  exportPayoutRun: about('approvedRun', byId, adminOnly),
  markPayoutRunPaid: about('approvedRun', (id) => ({ params: { id }, body: paid }), notOwnPayment),
  returnPayout: about(
    'returnedRun',
    (id, payee) => ({ params: { id }, body: { person_id: payee, note: 'Account closed' } }),
    notOwnPayment,
  ),
  setPayeeReference: about(
    'payee',
    (id, site) => ({ params: { id }, body: { domain_id: site, reference: 'A-1' } }),
    adminOnly,
  ),
  listCommissionPlans: plain(ADMINS),
  createCommissionPlan: plain(ADMINS, { body: { name: 'A plan', starts_on: '2040-01-01', rules: [] } }),
  readCommissionPlan: about('commissionPlan', byId, adminOnly),
  updateCommissionPlan: about('commissionPlan', (id) => ({ params: { id }, body: { note: 'A note' } }), adminOnly),
  deleteCommissionPlan: about('deletedPlan', byId, adminOnly),
  // One plan of a site begins on a day, and one is tried at a time.
  adoptCommissionPlan: about('commissionPlan', (id) => ({ params: { id }, body: { version: 1 } }), adminOnly),
  // A draft has no adoption to take back; only one plan of a site can be adopted for a day to come.
  withdrawCommissionPlan: about('keptDraft', (id) => ({ params: { id }, body: { version: 1 } }), {
    own: '409: 7 10 7n; 403: rest',
    same: '409: 7 10 7n; 403: rest',
    other: '409: 7 10; 404: 7n; 403: rest',
  }),
  simulateCommissionPlan: about(
    'commissionPlan',
    (id) => ({ params: { id }, body: { from: '2026-01-01', to: '2026-02-01' } }),
    adminOnly,
  ),
  readCommissionSimulation: about('simulation', byId, adminOnly),
  readTransactionCommission: about('transaction', byId, adminOnly),
  listCommissionLines: plain(ADMINS),
  adjustCommission: about(
    'payee',
    (id, site) => ({ body: { domain_id: site, person_id: id, amount: 5, reason: 'A bonus' } }),
    adminOnly,
  ),
  listOwnCommissions: plain(`${process.env.COMMISSIONS === 'off' ? 404 : 200}: 3 6 8 11; 403: rest`),
  readCommissionStatement: statement,
  exportCommissionStatement: statement,
  printCommissionStatement: statement,
  disputeCommissionLine: about('commissionLine', (id) => ({ params: { id }, body: { text: 'Why?' } }), {
    own: '200: 3 6 8 11; 403: rest',
    same: '404: 3 6 8 11; 403: rest',
    other: '404: 3 6 8 11; 403: rest',
  }),
  addDisputeMessage: about('dispute', (id) => ({ params: { id }, body: { text: 'A word' } }), ofPayee),
  closeCommissionDispute: about(
    'closedDispute',
    (id) => ({ params: { id }, body: { outcome: 'kept', text: 'It stays' } }),
    adminOnly,
  ),
};
