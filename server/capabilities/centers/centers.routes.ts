import { approveStaffHandler } from './approve-staff.ts';
import { decideReferralHandler } from './decide-referral.ts';
import { listHarvestCentersHandler, listReferralCentersHandler } from './list-administered-centers.ts';
import { listReferralAssociationsHandler, listStaffHandler } from './list-associations.ts';
import { listAwaitedCentersHandler } from './list-awaited-centers.ts';
import { listCenterOptionsHandler } from './list-center-options.ts';
import { listCentersOfLabHandler } from './list-centers-of-lab.ts';
import { listCentersOfReferralHandler } from './list-centers-of-referral.ts';
import { listCentersOfSalesRepHandler, listReferralCentersOfSalesRepHandler } from './list-centers-of-sales-rep.ts';
import { listLabsHandler } from './list-labs.ts';
import { listPendingReferralsHandler } from './list-pending-referrals.ts';
import { listStaffOfCenterHandler } from './list-staff-of-center.ts';
import { removeStaffHandler } from './remove-staff.ts';
import { updateReferralAssociationHandler, updateStaffHandler } from './update-associations.ts';

export const centersHandlers = [
  listHarvestCentersHandler,
  listReferralCentersHandler,
  listCenterOptionsHandler,
  listCentersOfReferralHandler,
  listCentersOfSalesRepHandler,
  listReferralCentersOfSalesRepHandler,
  listLabsHandler,
  listCentersOfLabHandler,
  listStaffOfCenterHandler,
  approveStaffHandler,
  removeStaffHandler,
  listStaffHandler,
  updateStaffHandler,
  listReferralAssociationsHandler,
  updateReferralAssociationHandler,
  listAwaitedCentersHandler,
  listPendingReferralsHandler,
  decideReferralHandler,
];
