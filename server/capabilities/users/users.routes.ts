import { addUserHandler } from './add-user.ts';
import { deleteInactiveUserHandler } from './delete-inactive-user.ts';
import { emailExistsHandler } from './email-exists.ts';
import { exportUsersHandler } from './export-users.ts';
import { listInactiveUsersHandler } from './list-inactive-users.ts';
import { listMembershipsHandler } from './list-memberships.ts';
import { listUserTagsHandler } from './list-user-tags.ts';
import { listUsersHandler } from './list-users.ts';
import { readSalesChainHandler } from './read-sales-chain.ts';
import { readUserDetailsHandler } from './read-user-details.ts';
import { setUserActiveHandler, setUserInactiveHandler } from './set-user-active.ts';

export const usersHandlers = [
  listUsersHandler,
  exportUsersHandler,
  listInactiveUsersHandler,
  listUserTagsHandler,
  listMembershipsHandler,
  addUserHandler,
  setUserInactiveHandler,
  setUserActiveHandler,
  deleteInactiveUserHandler,
  emailExistsHandler,
  readUserDetailsHandler,
  readSalesChainHandler,
];
