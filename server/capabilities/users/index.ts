export { type AdministratorFacts, changeAsAdministrator } from './change-as-administrator.ts';
export { mayAdminister, plansToGive } from './may-administer.ts';
