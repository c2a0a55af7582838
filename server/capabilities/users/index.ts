export { type AdministratorFacts, applyAdminChanges } from './change-as-administrator.ts';
export { assignablePlans, mayAdminister, maySetLogin } from './may-administer.ts';
