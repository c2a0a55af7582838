import { about, type Matrix, plain } from '../matrix/rows.ts';

const HOLDERS = '1 4 5 7 10 7n';
/** No account has the number of an endpoint. */
const none = {
  own: `404: ${HOLDERS}; 403: rest`,
  same: `404: ${HOLDERS}; 403: rest`,
  other: `404: ${HOLDERS}; 403: rest`,
};
const types = ['vials.added'];

export const webhookRows: Matrix = {
  listWebhooks: plain(`200: ${HOLDERS}; 403: rest`),
  createWebhook: plain(`200: ${HOLDERS}; 403: rest`, { body: { url: 'https://receiver.example.com/', types } }),
  updateWebhook: about('account', (id) => ({ params: { id }, body: { enabled: false } }), none),
  deleteWebhook: about('account', (id) => ({ params: { id } }), none),
  testWebhook: about('account', (id) => ({ params: { id } }), none),
  replaceWebhookSecret: about('account', (id) => ({ params: { id } }), none),
  listDeliveries: about('account', (id) => ({ params: { id } }), none),
  resendDelivery: about('account', (id) => ({ params: { id, deliveryId: id } }), none),
  resendSince: about('account', (id) => ({ params: { id }, body: { since: '2026-01-01T00:00:00Z' } }), none),
  listEvents: plain(`200: ${HOLDERS}; 403: rest`),
};
