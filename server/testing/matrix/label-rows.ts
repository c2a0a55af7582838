import { ADMINS, about, adminOnly, type Matrix, plain } from './rows.ts';

const address = {
  harvest_center_email: 'front@clinic.test',
  harvest_center_representative: 'Front Desk',
  address1: '1 Way',
  city: 'Town',
  state_desc: 'Texas',
  country_desc: 'United States',
  zip_code: '78701',
};

const tracking = { tracking_link: 'https://www.fedex.com/track', tracking_number: '794600000001' };

const withoutFile = (status: number) => ({
  own: `${status}: 7 10 7n; 403: rest`,
  same: `${status}: 7 10 7n; 403: rest`,
  other: `${status}: 7 10; 404: 7n; 403: rest`,
});

/** Shipping labels, and the emails of the label screens. */
export const labelRows: Matrix = {
  // The caller's own patient has a pending document, which the tests of the use case cover; patients of others are not
  // found.
  requestLabel: about('patient', (id) => ({ body: { ...address, patients_ids: String(id) } }), {
    own: '409: 4 5; 403: rest',
    same: '404: 4 5; 403: rest',
    other: '404: 4 5; 403: rest',
  }),
  listOtherLabels: about('center', (id) => ({ params: { id } }), {
    own: '200: 4 7 10 7n; 404: 5; 403: rest',
    same: '200: 7 10 7n; 404: 4 5; 403: rest',
    other: '200: 7 10; 404: 4 5 7n; 403: rest',
  }),
  listLabels: plain(ADMINS),
  readLabel: about('label', (id) => ({ params: { id } }), adminOnly),
  updateLabel: about('label', (id) => ({ params: { id }, body: tracking }), adminOnly),
  // Before there is a file there is nothing to notify about.
  updateLabelAndNotify: about('label', (id) => ({ params: { id }, body: tracking }), withoutFile(409)),
  sendLabelNotification: about('label', (id) => ({ body: { fedex_id: id } }), withoutFile(409)),
  uploadLabelFile: plain('415: 7 10 7n; 403: rest', { file: { name: 'a.pdf', bytes: Buffer.from('<svg/>') } }),
  // Without a carrier the call is refused.
  makeLabel: about('label', (id) => ({ params: { id } }), {
    own: '409: 7 10 7n; 403: rest',
    same: '409: 7 10 7n; 403: rest',
    other: '409: 7 10 7n; 403: rest',
    missing: '409: 7 10 7n; 403: rest',
  }),
  readLabelFile: plain('404: 4 5 7 10 7n; 403: rest', { params: { file: `${'0'.repeat(32)}.pdf` } }),
  sendPatientPassword: about('patient', (id) => ({ body: { user_id: id } }), {
    own: '200: 4 5 7 10 7n; 403: rest',
    same: '200: 7 10 7n; 404: 4 5; 403: rest',
    other: '200: 7 10; 404: 4 5 7n; 403: rest',
  }),
};
