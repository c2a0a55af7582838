import { findUserByIdentifierHandler } from './find-user-by-identifier.ts';
import { listRelatedByHandler, listRelatedByMembershipHandler, listRelatedFromHandler } from './list-related-users.ts';
import {
  listPatientOptionsHandler,
  listSalesDistributorOptionsHandler,
  listSalesManagerOptionsHandler,
  listSalesRepOptionsHandler,
  listUsersByMembershipHandler,
} from './list-user-options.ts';
import { removeRelatedUserHandler } from './remove-related-user.ts';

export const networkHandlers = [
  listUsersByMembershipHandler,
  listPatientOptionsHandler,
  listSalesRepOptionsHandler,
  listSalesManagerOptionsHandler,
  listSalesDistributorOptionsHandler,
  listRelatedByHandler,
  listRelatedFromHandler,
  listRelatedByMembershipHandler,
  removeRelatedUserHandler,
  findUserByIdentifierHandler,
];
