export { type AdministratorFacts, applyAdminChanges as changeAsAdministrator } from './change-as-administrator.ts';
export { mayAdminister, maySetLogin, assignablePlans as plansToGive } from './may-administer.ts';
