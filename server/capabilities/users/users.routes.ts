import { listInactiveUsersHandler } from './list-inactive-users.ts';
import { listMembershipsHandler } from './list-memberships.ts';
import { listUsersHandler } from './list-users.ts';

export const usersHandlers = [listUsersHandler, listInactiveUsersHandler, listMembershipsHandler];
