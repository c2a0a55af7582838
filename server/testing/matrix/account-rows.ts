import { ADMINS, about, EVERYBODY, type Matrix, ownOrAdmin, plain } from './rows.ts';

const byId = (id: number) => ({ params: { id } });
const byUserId = (id: number) => ({ params: { userId: id } });

/** Session, identity, profile and sites. */
export const accountRows: Matrix = {
  currentSession: plain(EVERYBODY),
  listSessions: plain(EVERYBODY),
  endOtherSessions: plain(EVERYBODY),
  endSession: about('session', byId, { own: EVERYBODY, same: '404: rest', other: '404: rest' }),
  noteVisits: about('visit', (id) => ({ body: { ids: [id] } }), {
    own: EVERYBODY,
    same: '404: rest',
    other: '404: rest',
  }),
  readAgreement: plain(EVERYBODY),
  logout: plain(EVERYBODY),
  // None of these accounts has a hold.
  sendHoldCode: plain('409: rest'),
  clearHold: plain('409: rest', { body: { code: '123456' } }),
  checkAgreement: about('account', byUserId, ownOrAdmin),
  listAssociatedCenters: about('account', byId, {
    own: '200: 7 9 10 7n; 403: rest',
    same: '200: 7 10 7n; 404: 9; 403: rest',
    other: '200: 7 10; 404: 9 7n; 403: rest',
  }),
  accessCenter: about('center', (id) => ({ body: { user_id: id } }), {
    own: '404: 9; 403: rest',
    same: '404: 9; 403: rest',
    other: '404: 9; 403: rest',
  }),
  generateLoginAsUserToken: about('account', (id) => ({ body: { user_id: id } }), {
    own: '404: 7 10 7n; 403: rest',
    same: ADMINS,
    other: '200: 7 10; 404: 7n; 403: rest',
  }),

  getUser: about('account', byId, {
    own: EVERYBODY,
    same: '200: 7 10 15 7n; 404: rest',
    other: '200: 7 10; 404: rest',
  }),
  updateUser: about('account', (id) => ({ params: { id }, body: { city: 'Elsewhere' } }), ownOrAdmin),
  updateUserDirect: about('account', (id) => ({ params: { id }, body: { city: 'Elsewhere' } }), ownOrAdmin),
  updatePassword: about(
    'account',
    (id) => ({ params: { id }, body: { user_id: id, new_password_change: 'A-new-password-1' } }),
    { own: '404: rest', same: '200: 7 10 7n; 404: rest', other: '200: 7 10; 404: rest' },
  ),
  changePassword: plain(EVERYBODY, {
    body: {
      password_current: 'Vialkeep-demo-1',
      password_new: 'A-new-password-1',
      password_confirmation: 'A-new-password-1',
    },
  }),
  uploadHcLogo: plain('415: 4 5 7 9 10 7n; 403: rest', {
    file: { name: 'logo.png', bytes: Buffer.from('no picture') },
  }),
  readOwnEmail: plain(EVERYBODY),
  withdrawEmailChange: plain(EVERYBODY),
  resendEmailLetter: plain('409: rest'),
  readPreferences: plain(EVERYBODY),
  savePreferences: plain(EVERYBODY, { body: { density: 'compact' } }),
  listDomains: plain('200: 7 10 15 7n; 403: rest'),
};
