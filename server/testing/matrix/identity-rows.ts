import { ADMINS, about, EVERYBODY, type Matrix, plain } from './rows.ts';

const byId = (id: number) => ({ params: { id } });

const passkey = { id: 'AAAA', type: 'public-key' };

/** Second factors and what a site asks. None of these accounts has a factor. */
export const identityRows: Matrix = {
  readIdentity: plain(EVERYBODY),
  sendFactorCode: plain(EVERYBODY),
  passkeyOptions: plain(EVERYBODY),
  addPasskey: plain('409: rest', { body: { login: 'none', label: 'Laptop', response: passkey } }),
  startTotp: plain(EVERYBODY),
  confirmTotp: plain('409: rest', { body: { code: '123456' } }),
  renewRecoveryCodes: plain('409: rest'),
  removeFactor: about('account', (id) => ({ params: { id: `passkey-${id}` } }), {
    own: '404: rest',
    same: '404: rest',
    other: '404: rest',
  }),
  stepUpOptions: plain(EVERYBODY),
  stepUp: plain(EVERYBODY, { body: { password: 'Vialkeep-demo-1' } }),
  resetFactors: about('account', (id) => ({ params: { id }, body: { reason: 'Lost the phone' } }), {
    own: '404: 7 10 7n; 403: rest',
    same: '409: 7 10 7n; 403: rest',
    other: '409: 7 10; 404: 7n; 403: rest',
  }),
  readIdentityPolicy: about('site', (id) => ({ params: { domain_id: id } }), {
    own: ADMINS,
    same: ADMINS,
    other: '200: 7 10; 404: 7n; 403: rest',
  }),
  changeIdentityPolicy: about('site', (id) => ({ params: { domain_id: id }, body: { grace_days: 3 } }), {
    own: ADMINS,
    same: ADMINS,
    other: '200: 7 10; 404: 7n; 403: rest',
  }),
  reviewAccount: about('account', byId, {
    own: '404: 7 10 7n; 403: rest',
    same: ADMINS,
    other: '200: 7 10; 404: 7n; 403: rest',
  }),
};
