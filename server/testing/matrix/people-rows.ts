import { ADMINS, about, adminOnly, EVERYBODY, type Matrix, ownOrAdmin, plain } from './rows.ts';

const byId = (id: number) => ({ params: { id } });
const byUserId = (id: number) => ({ params: { userId: id } });

const newcomer = {
  subscription: 2,
  first_name: 'New',
  last_name: 'Comer',
  email: 'new-comer@vialkeep.test',
  password: 'A-new-password-1',
};

const address = { address1: '1 Way', city: 'Town', state_desc: 'State', country_desc: 'United States' };

const ownLocation = {
  own: '403: 7n; 200: rest',
  same: '403: 7n; 404: rest',
  other: '403: 7n; 404: rest',
};

/** Users, their network and their locations. */
export const peopleRows: Matrix = {
  listAudit: plain(ADMINS),
  exportAudit: plain(ADMINS),
  verifyAudit: plain(ADMINS),
  listAllSessions: plain(ADMINS),
  listAccess: plain(ADMINS),
  exportAccess: plain(ADMINS),
  listOwnAccess: plain(EVERYBODY),
  listUsersByMembership: plain(ADMINS, { query: { membership: 'sr' } }),
  listPatientOptions: plain(ADMINS),
  listSalesRepOptions: plain(ADMINS),
  listSalesManagerOptions: plain(ADMINS),
  listSalesDistributorOptions: plain(ADMINS),
  listRelatedBy: about('account', byId, ownOrAdmin),
  listRelatedFrom: about('account', byId, ownOrAdmin),
  listRelatedByMembership: about('account', (id) => ({ params: { id }, query: { first_related: 4 } }), ownOrAdmin),
  removeRelatedUser: about('account', (id) => ({ params: { id }, query: { related_user_id: id } }), adminOnly),
  findUserByIdentifier: about('account', (id) => ({ params: { identifier: id } }), ownOrAdmin),

  listUsers: plain(ADMINS),
  exportUsers: plain(ADMINS),
  listInactiveUsers: plain(ADMINS),
  listMemberships: plain(EVERYBODY),
  listUserTags: plain(ADMINS),
  addUser: plain('200: 7 10; 400: 7n; 403: rest', { body: { ...newcomer, domain: 1 } }),
  readUserDetails: about('account', byId, adminOnly),
  readSalesChain: about('account', byId, adminOnly),
  setUserInactive: about('account', byId, {
    own: '409: 7 10 7n; 403: rest',
    same: ADMINS,
    other: '200: 7 10; 404: 7n; 403: rest',
  }),
  setUserActive: about('account', byId, adminOnly),
  deleteInactiveUser: about('inactive', byId, adminOnly),
  emailExists: plain('200: 4 5 6 7 8 10 7n; 403: rest', { body: { email: 'hc@vialkeep.test' } }),

  listLocations: about('account', byUserId, {
    own: '200: rest',
    same: '200: 7 10 7n; 404: rest',
    other: '200: 7 10; 404: rest',
  }),
  createLocation: plain('403: 7n; 200: rest', { body: address }),
  updateLocation: about('location', (id) => ({ params: { id }, body: { city: 'Elsewhere' } }), ownLocation),
  updateDefaultLocation: about('location', (id) => ({ body: { location_id: id, user_id: 1 } }), {
    own: '403: 7n; 404: rest',
    same: '403: 7n; 404: rest',
    other: '403: 7n; 404: rest',
  }),
  deleteLocation: about('location', byId, ownLocation),
};
