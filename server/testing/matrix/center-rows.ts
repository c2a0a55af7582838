import { ADMINS, about, adminOnly, type Matrix, ofPlan, plain } from './rows.ts';

const byId = (id: number) => ({ params: { id } });

/** Centers, referral centers, staff and labs. */
export const centerRows: Matrix = {
  listHarvestCenters: plain(ADMINS),
  listReferralCenters: plain(ADMINS),
  listCenterOptions: plain('200: 1 7 10 15 7n; 403: rest'),
  listCentersOfReferral: about('referral', byId, ofPlan(5)),
  listCentersOfSalesRep: about('rep', byId, ofPlan(3)),
  listReferralCentersOfSalesRep: about('rep', byId, ofPlan(3)),
  listLabs: plain('200: 1 7 10 7n; 403: rest'),
  listCentersOfLab: about('lab', byId, {
    own: '200: 1 4 7 10 11 7n; 403: rest',
    same: '200: 4 7 10 11 7n; 404: 1; 403: rest',
    // What a center or an affiliate finds is filtered, never refused (S-09).
    other: '200: 4 7 10 11; 404: 1 7n; 403: rest',
    missing: '200: 4 11; 404: 1 7 10 7n; 403: rest',
  }),
  listStaffOfCenter: about('center', byId, ofPlan(4)),
  approveStaff: about('applicant', (id, center) => ({ body: { user_id: id, hc_id: center } }), ofPlan(4)),
  removeStaff: about('employee', (id, center) => ({ body: { user_id: id, hc_id: center } }), ofPlan(4)),
  listStaff: plain(ADMINS),
  updateStaff: about('staff', (id) => ({ params: { id }, body: { staff_hc_ids: '' } }), adminOnly),
  listReferralAssociations: plain(ADMINS),
  updateReferralAssociation: about('referral', (id) => ({ params: { id }, body: { rhc_hc_ids: '' } }), adminOnly),
  listAwaitedCenters: about('referral', byId, ofPlan(5)),
  listPendingReferrals: plain('200: 4 7 10 7n; 403: rest'),
  decideReferral: about(
    'referralApplicant',
    (id, center) => ({ body: { user_id: id, approve: true, hc_id: center } }),
    ofPlan(4),
  ),
};
