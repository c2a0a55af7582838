import { randomUUID } from 'node:crypto';
import { ADMINS, about, adminOnly, type Matrix, ofPlan, plain } from '../matrix/rows.ts';

const byId = (id: number) => ({ params: { id } });
const PATIENT = '200: 2; 403: rest';
/** No gateway has made it: a call that gets as far as the card is refused at it. */
const card = { card_token: 'tok_matrix', full_name: 'Matrix Buyer' };
const decision = { decision: 'keep', note: 'Kept without payment.' };

export const storageRows: Matrix = {
  readOwnStorage: plain(PATIENT),
  // The patient has a plan.
  enrolInStorage: about('storageOffer', (id) => ({ body: { offer_id: id } }), {
    own: '409: 2; 403: rest',
    same: '409: 2; 403: rest',
    other: '404: 2; 403: rest',
  }),
  payStorageInvoice: about('storageInvoice', (id) => ({ body: { invoice_id: id, ...card } }), {
    own: '400: 2; 403: rest',
    same: '404: 2; 403: rest',
    other: '404: 2; 403: rest',
  }),
  replaceStorageCard: plain('400: 2; 403: rest', { body: card }),
  switchAutomaticStorage: plain(PATIENT, { body: { on: true } }),
  askToEndStorage: plain(PATIENT, { body: { note: 'I move abroad.' } }),
  readInvoiceRefundOptions: about('storageInvoice', byId, adminOnly),
  // The invoice is not paid.
  requestInvoiceRefund: about(
    'storageInvoice',
    (id) => ({ params: { id }, body: { key: randomUUID(), reason: 'other', note: 'They moved.' } }),
    {
      own: '409: 7 10 7n; 403: rest',
      same: '409: 7 10 7n; 403: rest',
      other: '409: 7 10; 404: 7n; 403: rest',
    },
  ),
  printStorageInvoice: about('storageInvoice', byId, ofPlan(2)),
  listStorageOffers: plain(ADMINS),
  createStorageOffer: about(
    'site',
    (id) => ({ body: { domain_id: id, name: 'Yearly storage', years: 1, price: 180 } }),
    adminOnly,
  ),
  changeStorageOffer: about('storageOffer', (id) => ({ params: { id }, body: { version: 1 } }), adminOnly),
  listStorageEnrolments: plain(ADMINS),
  enrolPatient: about(
    'storageCandidate',
    (id, offer) => ({ body: { patient_id: id, offer_id: offer, starts_on: tomorrow() } }),
    adminOnly,
  ),
  readStorageEnrolment: about('storagePlan', byId, adminOnly),
  decideStorage: about('storagePlan', (id) => ({ params: { id }, body: decision }), adminOnly),
};

function tomorrow(): string {
  return new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
}
