export { type AdministratorFacts, changeAsAdministrator } from './change-as-administrator.ts';
export { mayAdminister, maySetLogin, plansToGive } from './may-administer.ts';
