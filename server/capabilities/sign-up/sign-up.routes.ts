import { addSalesRepHandler } from './add-sales-rep.ts';
import { createHarvestCenterHandler } from './create-harvest-center.ts';
import { readInvitingCenterHandler, readInvitingRepHandler } from './read-referrers.ts';
import { salesRepExistsHandler } from './sales-rep-exists.ts';

export const signUpHandlers = [
  createHarvestCenterHandler,
  addSalesRepHandler,
  salesRepExistsHandler,
  readInvitingRepHandler,
  readInvitingCenterHandler,
];
