export { appendCustody, lockCustody, type Patient } from './append-custody.ts';
export { appendCustodyToMany, type EventOfPatient, lockCustodyOfMany } from './append-to-many.ts';
export { presentCustody } from './custody.present.ts';
export {
  type AuthorizedPatient,
  authorizePatient,
  type CustodyRow,
  custodyOf,
  visiblePatient,
} from './custody.queries.ts';
export { custodyChains } from './custody-chains.ts';
export { presentCustodyTo } from './present-custody-to.ts';
export { inRanges, type LedgerFault, verifyCustody, verifyCustodyOf } from './verify-custody.ts';
