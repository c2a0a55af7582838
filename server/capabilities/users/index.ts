export { type AdministratorFacts, applyAdminChanges } from './apply-admin-changes.ts';
export { assignablePlans, mayAdminister, maySetLogin } from './may-administer.ts';
export { usersFileQuery } from './users-file.ts';
